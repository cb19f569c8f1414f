// swift-tools-version: 6.2
import PackageDescription

// A separate package, since swift-syntax takes minutes to build and only this tool needs it.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
    name: "Migrate",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "keyfob-migrate", targets: ["MigrateCommand"])],
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")],
    targets: [
        .target(
            name: "Migration",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ], swiftSettings: settings),
        .executableTarget(name: "MigrateCommand", dependencies: ["Migration"], swiftSettings: settings),
        .testTarget(
            name: "MigrationTests", dependencies: ["Migration"], exclude: ["Fixtures"], swiftSettings: settings),
    ]
)
