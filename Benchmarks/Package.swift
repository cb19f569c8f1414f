// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no app and no test builds it. It names the product `Keyfob`; the modules below that
// product are built with it and are imported as they are, since a product for measuring would be public API.
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
        .package(name: "Keyfob", path: "..", traits: ["Server", "LinuxTransport"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        .executableTarget(name: "SilentAcquisition", dependencies: [keyfob]),
        .executableTarget(name: "StoreWriting", dependencies: [keyfob, grdb]),
        .executableTarget(name: "RefreshLoad", dependencies: [keyfobTesting, asyncHTTPClient, nioCore, nioSSL]),
        .executableTarget(name: "BrokerRoundTrip", dependencies: [keyfobDeviceClient]),
    ]
)
