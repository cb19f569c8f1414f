// swift-tools-version: 6.2
import PackageDescription

// Programs that use Keyfob as an app would. They are a separate package, so that their dependencies never become
// dependencies of Keyfob.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let keyfob: Target.Dependency = .product(name: "Keyfob", package: "Keyfob")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "KeyfobExamples",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [.library(name: "GuideApple", targets: ["GuideApple"])],
    dependencies: [
        .package(name: "Keyfob", path: "..", traits: ["LinuxTransport"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .target(
            name: "ExampleTransport", dependencies: [.product(name: "KeyfobAsyncHTTP", package: "Keyfob")],
            swiftSettings: settings),
        .executableTarget(
            name: "Guide",
            dependencies: [.product(name: "MSAL", package: "Keyfob"), "ExampleTransport", arguments],
            swiftSettings: settings),
        // The same over UIKit; elsewhere it is empty.
        .target(
            name: "GuideApple", dependencies: [.product(name: "MSAL", package: "Keyfob")], swiftSettings: settings),
        .target(
            name: "SuiteKit",
            dependencies: [.product(name: "ADAL", package: "Keyfob"), keyfob, "ExampleTransport", arguments],
            swiftSettings: settings),
        .executableTarget(name: "SuiteA", dependencies: ["SuiteKit", arguments], swiftSettings: settings),
        .executableTarget(name: "SuiteB", dependencies: ["SuiteKit", arguments], swiftSettings: settings),
        .executableTarget(name: "SuiteC", dependencies: ["SuiteKit", arguments], swiftSettings: settings),
        .executableTarget(
            name: "FilesTool", dependencies: [keyfob, "ExampleTransport", arguments], swiftSettings: settings),
        .executableTarget(
            name: "FilesService",
            dependencies: [
                keyfob, "ExampleTransport", arguments, .product(name: "Hummingbird", package: "hummingbird"),
            ], swiftSettings: settings),
    ]
)
