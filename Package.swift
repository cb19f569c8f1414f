// swift-tools-version: 6.2
import PackageDescription

// An app that depends on the product `Keyfob` resolves only what an app needs. What a server or a tool needs
// stands behind the traits below, and so do the oracles that only tests use; `make build` passes them all.
let serverOnly: TargetDependencyCondition? = .when(traits: ["Server"])
let transportOnly: TargetDependencyCondition? = .when(traits: ["LinuxTransport"])
let postgreSQLOnly: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])

let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates", condition: serverOnly)
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let arguments: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: serverOnly)
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird", condition: serverOnly)
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird", condition: serverOnly)
let asyncHTTPClient: Target.Dependency = .product(
    name: "AsyncHTTPClient", package: "async-http-client", condition: transportOnly)
let jwtKit: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit", condition: serverOnly)

func nio(_ name: String, _ condition: TargetDependencyCondition?) -> Target.Dependency {
    .product(name: name, package: "swift-nio", condition: condition)
}
func nioSSL(_ condition: TargetDependencyCondition?) -> Target.Dependency {
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: condition)
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}
// What apps link has a privacy manifest. Only Apple's tools read it; elsewhere it would be a folder beside each program.
func appModule(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let manifest = "PrivacyInfo.xcprivacy"
    #if canImport(Darwin)
    return .target(
        name: name, dependencies: dependencies, resources: [.copy(manifest)], swiftSettings: settings)
    #else
    return .target(name: name, dependencies: dependencies, exclude: [manifest], swiftSettings: settings)
    #endif
}
func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let floor0: [Target.Dependency] = ["KeyfobBackport", "KeyfobCore", "KeyfobCrypto"]
let floor1: [Target.Dependency] = floor0 + ["KeyfobJOSE", "KeyfobOAuth", "KeyfobCache"]
let floor2: [Target.Dependency] = floor1 + ["KeyfobFlows", "KeyfobBrokerProtocol", "KeyfobDeviceProtocol"]
let client: [Target.Dependency] = floor2 + ["KeyfobClient"]
let provider: [Target.Dependency] =
    floor2 + ["KeyfobIdPModel", "KeyfobConditionalAccess", "KeyfobIdPCore", "KeyfobIdP"]
let floor3: [Target.Dependency] = provider + ["KeyfobSetup", "KeyfobBrokerClient", "KeyfobClient", "KeyfobADALClient"]

let package = Package(
    name: "Keyfob",
    platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "Keyfob", targets: ["Keyfob"]),
        .library(name: "KeyfobAsyncHTTP", targets: ["KeyfobAsyncHTTP"]),
        .library(name: "MSAL", targets: ["MSAL"]),
        .library(name: "ADAL", targets: ["ADAL"]),
        .library(name: "KeyfobDeviceClient", targets: ["KeyfobDeviceClient"]),
        .library(name: "KeyfobTesting", targets: ["KeyfobTesting"]),
        .executable(name: "keyfob", targets: ["KeyfobCommand"]),
        .executable(name: "keyfob-signin", targets: ["KeyfobSigninCommand"]),
        .executable(name: "keyfob-idp", targets: ["KeyfobIdPCommand"]),
        .executable(name: "keyfob-broker", targets: ["KeyfobBrokerCommand"]),
        .executable(name: "keyfob-device", targets: ["KeyfobDeviceCommand"]),
        .executable(name: "keyfob-demo", targets: ["KeyfobDemo"]),
    ],
    traits: [
        .trait(name: "Server", description: "The identity provider and the command-line tools."),
        .trait(name: "LinuxTransport", description: "HTTP by async-http-client: private CAs, client certificates."),
        .trait(name: "PostgreSQL", description: "The provider's data in PostgreSQL, by the system's libpq."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // Floor 0: the vocabulary
        .target(name: "KeyfobAtomics"),
        module(
            "KeyfobBackport",
            [.target(name: "KeyfobAtomics", condition: .when(platforms: [.macOS, .iOS, .visionOS, .macCatalyst]))]),
        module("KeyfobCore", ["KeyfobBackport"]),
        module("KeyfobCrypto", ["KeyfobBackport", "KeyfobCore", crypto, cryptoExtras, asn1, x509]),
        // Floor 1: the wire
        module("KeyfobJOSE", floor0),
        module("KeyfobOAuth", floor0 + ["KeyfobJOSE"]),
        module("KeyfobCache", floor0 + ["KeyfobJOSE"]),
        module("KeyfobYAML", ["KeyfobCore"]),
        // Floor 2: the flows
        module("KeyfobFlows", floor1),
        module("KeyfobBrokerProtocol", floor1),
        module("KeyfobDeviceProtocol", floor1),
        // Floor 3: the parties
        module("KeyfobSetup", floor2),
        module("KeyfobBrokerClient", floor2 + ["KeyfobSetup"]),
        module("KeyfobClient", floor2 + ["KeyfobSetup", "KeyfobBrokerClient"]),
        module("KeyfobADALClient", client + ["KeyfobSetup", "KeyfobBrokerClient"]),
        module("KeyfobSAML", floor1),
        module("KeyfobIdPModel", ["KeyfobBackport", "KeyfobCore"]),
        module("KeyfobConditionalAccess", ["KeyfobCore", "KeyfobIdPModel"]),
        module("KeyfobIdPCore", floor2 + ["KeyfobSAML", "KeyfobIdPModel", "KeyfobConditionalAccess"]),
        module(
            "KeyfobIdPDirectory", floor2 + ["KeyfobIdPModel", "KeyfobConditionalAccess", "KeyfobIdPCore"]),
        module(
            "KeyfobIdPGraph",
            floor2 + ["KeyfobIdPModel", "KeyfobConditionalAccess", "KeyfobIdPCore", "KeyfobIdPDirectory"]),
        module(
            "KeyfobIdPFiles",
            floor2 + [
                "KeyfobYAML", "KeyfobIdPModel", "KeyfobConditionalAccess", "KeyfobIdPCore", "KeyfobIdPDirectory",
            ]),
        module(
            "KeyfobIdPAdmin",
            floor2 + [
                "KeyfobYAML", "KeyfobIdPModel", "KeyfobConditionalAccess", "KeyfobIdPCore", "KeyfobIdPDirectory",
                "KeyfobIdPFiles",
            ]),
        module(
            "KeyfobIdPPortal",
            floor2 + [
                "KeyfobYAML", "KeyfobIdPModel", "KeyfobConditionalAccess", "KeyfobIdPCore", "KeyfobIdPDirectory",
                "KeyfobIdPFiles",
                "KeyfobIdPAdmin",
            ]),
        module(
            "KeyfobIdP",
            floor2 + [
                "KeyfobIdPModel", "KeyfobIdPCore", "KeyfobIdPGraph", "KeyfobIdPAdmin", "KeyfobIdPPortal",
            ]),
        module("KeyfobBrokerCore", floor2),
        // Floor 4: one foreign library each, then the adapters
        module("KeyfobSQLite", floor1 + [grdb, grdbSQLite]),
        // Without the trait nothing imports it, and its headers need not be installed.
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        module(
            "KeyfobPostgreSQL", ["KeyfobBackport", "KeyfobCore", .target(name: "CLibPQ", condition: postgreSQLOnly)]),
        module("KeyfobStoreSQLite", floor1 + ["KeyfobSQLite", grdb, grdbSQLite]),
        module("KeyfobStoreKeychain", ["KeyfobBackport", "KeyfobCore", "KeyfobCache"]),
        module("KeyfobStoreSharedFile", floor1),
        module("KeyfobDBus", ["KeyfobBackport"]),
        module("KeyfobStoreSecretService", floor1 + ["KeyfobDBus"]),
        module("KeyfobURLSession", floor1),
        module(
            "KeyfobAsyncHTTP",
            floor1 + [
                asyncHTTPClient, nio("NIOCore", transportOnly), nio("NIOHTTP1", transportOnly),
                nio("NIOPosix", transportOnly), nioSSL(transportOnly),
            ]),
        module("KeyfobUserAgents", floor2),
        module("KeyfobSocket", ["KeyfobBackport", "KeyfobCore"]),
        module("KeyfobDeviceClient", floor2 + ["KeyfobSetup", "KeyfobBrokerClient", "KeyfobSocket"]),
        module("KeyfobDevice", floor2 + ["KeyfobSocket"]),
        module("KeyfobBrokerWindow", floor2 + ["KeyfobBrokerCore", "KeyfobUserAgents"]),
        module("KeyfobIdPStoreSQLite", floor2 + ["KeyfobIdPModel", "KeyfobSQLite", grdb]),
        module(
            "KeyfobIdPStorePostgreSQL", ["KeyfobBackport", "KeyfobCore", "KeyfobIdPModel", "KeyfobPostgreSQL"]),
        module(
            "KeyfobIdPHTTP", floor2 + [hummingbird, hummingbirdTLS, nio("NIOCore", serverOnly), nioSSL(serverOnly)]),
        // Floor 5: what an app imports
        appModule(
            "Keyfob",
            [
                "KeyfobCore", "KeyfobCrypto", "KeyfobOAuth", "KeyfobCache", "KeyfobFlows",
                "KeyfobBrokerProtocol", "KeyfobSetup", "KeyfobBrokerClient", "KeyfobClient", "KeyfobStoreSQLite",
                "KeyfobStoreKeychain", "KeyfobStoreSecretService", "KeyfobURLSession", "KeyfobUserAgents",
            ]),
        // Floor 6: the faces that apps know
        appModule("MSAL", client + ["KeyfobSetup", "KeyfobBrokerClient", "KeyfobUserAgents", "Keyfob"]),
        appModule(
            "ADAL",
            client + [
                "KeyfobSetup", "KeyfobBrokerClient", "KeyfobADALClient", "KeyfobStoreKeychain", "KeyfobURLSession",
                "KeyfobUserAgents", "Keyfob",
            ]),
        // Floor 7: the executables
        module(
            "KeyfobCommandLine",
            client + [
                "KeyfobYAML", "KeyfobSetup", "KeyfobStoreSQLite", "KeyfobStoreSharedFile", "KeyfobStoreSecretService",
                arguments,
            ]),
        command("KeyfobCommand", client + ["KeyfobYAML", "KeyfobCommandLine", "KeyfobStoreSQLite", arguments]),
        command(
            "KeyfobSigninCommand", client + ["KeyfobCommandLine", "KeyfobAsyncHTTP", "KeyfobUserAgents", arguments]),
        command(
            "KeyfobIdPCommand",
            provider + [
                "KeyfobYAML", "KeyfobIdPFiles", "KeyfobSQLite", "KeyfobPostgreSQL", "KeyfobStoreSQLite",
                "KeyfobIdPStoreSQLite",
                "KeyfobIdPStorePostgreSQL", "KeyfobAsyncHTTP", "KeyfobIdPHTTP", arguments,
            ]),
        command(
            "KeyfobBrokerCommand",
            floor2 + [
                "KeyfobBrokerCore", "KeyfobSQLite", "KeyfobStoreSQLite", "KeyfobAsyncHTTP", "KeyfobUserAgents",
                "KeyfobCommandLine", "KeyfobSocket", "KeyfobDeviceClient", "KeyfobBrokerWindow", arguments,
            ]),
        command(
            "KeyfobDeviceCommand",
            floor2 + ["KeyfobSocket", "KeyfobDeviceClient", "KeyfobDevice", "KeyfobAsyncHTTP", arguments]),
        command(
            "KeyfobDemo",
            floor3 + [
                "KeyfobSAML", "KeyfobAsyncHTTP", "KeyfobUserAgents", "KeyfobSocket", "KeyfobDeviceClient", "Keyfob",
                "MSAL", "ADAL", "KeyfobTesting", arguments,
            ]),
        // What tests stand on
        command(
            "KeyfobStoreTorture",
            floor0 + ["KeyfobCache", "KeyfobStoreSQLite", "KeyfobStoreSharedFile", "KeyfobTesting", grdb]),
        command(
            "KeyfobParserCosts",
            floor0 + ["KeyfobJOSE", "KeyfobOAuth", "KeyfobSAML", "KeyfobConditionalAccess", "KeyfobIdPCore"]),
        command(
            "KeyfobKeychainTorture",
            ["KeyfobBackport", "KeyfobCore", "KeyfobCache", "KeyfobStoreKeychain", "KeyfobTesting"]),
        command("KeyfobDeviceProbe", floor2 + ["KeyfobSocket", "KeyfobDeviceClient", "KeyfobTesting"]),
        module("KeyfobTesting", floor3 + ["KeyfobBrokerCore"]),
        // Other test targets depend on this one, so that no library needs Testing, which release builds do not find.
        tests(
            "KeyfobConformance",
            floor3 + [
                "KeyfobDBus", "KeyfobPostgreSQL", "KeyfobIdPStoreSQLite", "KeyfobIdPStorePostgreSQL", "KeyfobTesting",
            ]),
        tests("KeyfobCoreTests", ["KeyfobBackport", "KeyfobCore"]),
        tests("KeyfobCryptoTests", floor0 + ["KeyfobTesting"]),
        tests("KeyfobJOSETests", floor0 + ["KeyfobJOSE", jwtKit]),
        tests("KeyfobOAuthTests", floor0 + ["KeyfobJOSE", "KeyfobOAuth"]),
        tests("KeyfobCacheTests", floor1 + ["KeyfobTesting", "KeyfobConformance"]),
        tests("KeyfobFlowsTests", floor2 + ["KeyfobTesting"]),
        tests(
            "KeyfobClientTests",
            floor3 + ["Keyfob", "KeyfobTesting", "KeyfobStoreKeychain", "KeyfobStoreSQLite", "KeyfobUserAgents"]),
        tests(
            "MSALTests", floor3 + ["MSAL", "ADAL", "Keyfob", "KeyfobTesting", "KeyfobUserAgents", "KeyfobConformance"]),
        tests("ADALTests", floor3 + ["ADAL", "Keyfob", "KeyfobTesting", "KeyfobStoreKeychain", "KeyfobConformance"]),
        tests(
            "MigrationTests",
            floor3 + ["MSAL", "ADAL", "Keyfob", "KeyfobStoreKeychain", "KeyfobTesting", "KeyfobConformance"]),
        tests(
            "KeyfobIdPCoreTests",
            floor3 + [
                "KeyfobSAML", "KeyfobIdPStoreSQLite", "KeyfobTesting", "KeyfobConformance", "KeyfobParserCosts",
            ]),
        tests(
            "KeyfobStoreSQLiteTests",
            floor3 + [
                "KeyfobSQLite", "KeyfobStoreSQLite", "KeyfobStoreTorture", "KeyfobTesting", "KeyfobConformance", grdb,
            ]),
        tests(
            "KeyfobStoreKeychainTests",
            floor3 + ["Keyfob", "KeyfobStoreKeychain", "KeyfobKeychainTorture", "KeyfobTesting", "KeyfobConformance"]),
        tests(
            "KeyfobStoreSharedFileTests",
            floor3 + ["KeyfobStoreSharedFile", "KeyfobTesting", "KeyfobConformance"], exclude: ["Python"]),
        tests(
            "KeyfobStoreSecretServiceTests",
            floor3 + [
                "KeyfobDBus", "KeyfobStoreSQLite", "KeyfobStoreSecretService", "KeyfobStoreSharedFile", "Keyfob",
                "KeyfobTesting", "KeyfobConformance", grdb,
            ], exclude: ["Python"]),
        tests(
            "KeyfobIdPStoreSQLiteTests",
            floor3 + [
                "KeyfobSQLite", "KeyfobIdPStoreSQLite", "KeyfobIdPCommand", "KeyfobTesting", "KeyfobConformance", grdb,
                arguments,
            ]),
        tests(
            "KeyfobIdPStorePostgreSQLTests",
            floor3 + [
                "KeyfobPostgreSQL", "KeyfobIdPStoreSQLite", "KeyfobIdPStorePostgreSQL", "KeyfobIdPCommand",
                "KeyfobAsyncHTTP", "KeyfobTesting", "KeyfobConformance", arguments,
            ]),
        tests("KeyfobIdPGraphTests", floor3 + ["KeyfobTesting", "KeyfobConformance"]),
        tests(
            "KeyfobIdPFilesTests", floor3 + ["KeyfobYAML", "KeyfobIdPFiles", "KeyfobIdPStoreSQLite", "KeyfobTesting"]),
        tests(
            "KeyfobIdPPortalTests",
            floor3 + ["KeyfobIdPDirectory", "KeyfobIdPPortal", "KeyfobTesting", "KeyfobConformance"]),
        tests("KeyfobIdPHTTPTests", floor3 + ["KeyfobIdPHTTP", "KeyfobTesting"]),
        tests("KeyfobBrokerProtocolTests", floor2 + ["KeyfobTesting"]),
        tests(
            "KeyfobBrokerCoreTests",
            floor3 + ["KeyfobBrokerCore", "KeyfobBrokerWindow", "KeyfobStoreSQLite", "KeyfobTesting"]),
        tests(
            "KeyfobDeviceTests",
            floor3 + [
                "KeyfobSocket", "KeyfobDeviceClient", "KeyfobDevice", "KeyfobStoreKeychain", "KeyfobDeviceProbe",
                "KeyfobDeviceCommand", "KeyfobTesting", "KeyfobConformance",
            ]),
        tests(
            "BrokeredTests",
            floor3 + [
                "KeyfobBrokerCore", "KeyfobSocket", "KeyfobDeviceClient", "KeyfobDevice", "Keyfob", "MSAL", "ADAL",
                "KeyfobAsyncHTTP", "KeyfobStoreKeychain", "KeyfobStoreSQLite", "KeyfobTesting", "KeyfobDemo",
                "KeyfobDeviceProbe", "KeyfobBrokerCommand",
            ]),
        tests(
            "KeyfobTransportTests",
            floor3 + [
                "KeyfobURLSession", "KeyfobAsyncHTTP", "KeyfobUserAgents", "KeyfobTesting", "KeyfobConformance",
                nio("NIOCore", transportOnly), nio("NIOPosix", transportOnly), nioSSL(transportOnly),
            ]),
        tests(
            "InteropTests",
            floor3 + [
                "KeyfobTesting", "KeyfobConformance", "KeyfobAsyncHTTP", "KeyfobStoreSharedFile", "KeyfobStoreTorture",
                "KeyfobBrokerCore", "KeyfobBrokerWindow", "KeyfobUserAgents", "KeyfobYAML", "KeyfobIdPFiles",
            ], exclude: ["Python"]),
        tests(
            "EndToEndTests",
            floor3 + [
                "KeyfobYAML", "KeyfobTesting", "KeyfobAsyncHTTP", "KeyfobDemo", "KeyfobCommandLine",
                "KeyfobConformance",
                arguments,
            ]),
    ]
)

#if os(macOS)
// What Swift cannot declare for Objective-C: constants, blocks and the umbrella headers, <MSAL/MSAL.h> for example. Linux
// cannot compile these targets.
for face in ["MSAL", "ADAL"] {
    package.targets.append(.target(name: face + "ObjC"))
    package.targets.first { $0.name == face }?.dependencies.append(.target(name: face + "ObjC"))
}
#endif

#if os(Linux)
// Replays the inputs of the fuzz targets, in the ordinary build.
package.targets.append(
    .testTarget(
        name: "FuzzTests",
        dependencies: floor3 + [
            "KeyfobYAML", "KeyfobSAML", "KeyfobSQLite", "KeyfobStoreSQLite", "KeyfobStoreSharedFile",
            "KeyfobStoreSecretService", "KeyfobIdPFiles", "KeyfobIdPGraph", "KeyfobBrokerCore", "KeyfobBrokerWindow",
            grdb,
        ], path: "Fuzz", exclude: ["corpus", "KeychainValues.dict", "SharedCache.dict"], swiftSettings: settings))
#endif

// `make test FILTER=…` builds only the test targets that it names here. Others depend on KeyfobConformance.
if let chosen = Context.environment["KEYFOB_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) && $0.name != "KeyfobConformance" }
}
