// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no app and no test builds it. It names the product `Keyfob`; the modules below that
// product are built with it and are imported as they are, since a product for measuring would be public API.
//
// What is measured is `package`, so these targets are compiled under the package's name, which is that of its folder.
// `packageAccess: false` keeps SwiftPM from passing this package's own name, which would count instead.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "keyfob"
let packageName = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let settings: [SwiftSetting] = [.unsafeFlags(["-package-name", packageName])]

// On Linux the provider can use PostgreSQL, as in a build by make.
#if os(Linux)
let traits: Set<Package.Dependency.Trait> = ["Server", "LinuxTransport", "PostgreSQL"]
#else
let traits: Set<Package.Dependency.Trait> = ["Server", "LinuxTransport"]
#endif

let keyfob: Target.Dependency = .product(name: "Keyfob", package: "Keyfob")
let keyfobTesting: Target.Dependency = .product(name: "KeyfobTesting", package: "Keyfob")
let keyfobDeviceClient: Target.Dependency = .product(name: "KeyfobDeviceClient", package: "Keyfob")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "silent-acquisition", targets: ["SilentAcquisition"]),
        .executable(name: "store-writing", targets: ["StoreWriting"]),
        .executable(name: "refresh-load", targets: ["RefreshLoad"]),
        .executable(name: "broker-round-trip", targets: ["BrokerRoundTrip"]),
    ],
    dependencies: [
        .package(name: "Keyfob", path: "..", traits: traits),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        .executableTarget(
            name: "SilentAcquisition", dependencies: [keyfob], packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "StoreWriting", dependencies: [keyfob, grdb], packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "RefreshLoad", dependencies: [keyfobTesting, asyncHTTPClient, nioCore, nioSSL],
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "BrokerRoundTrip", dependencies: [keyfobDeviceClient], packageAccess: false, swiftSettings: settings),
    ]
)
