import Foundation
import KeyfobTesting
import Testing

/// The contents of the executables, read from their symbols.
@Suite("Contents of the executables")
struct ExecutableTests {
    private static let clockSwitches = ["FileClock", "MovableClock", "KeyfobTesting", "clock-offset"]

    /// The files that contain one of the names, as a symbol, defined or undefined, or in their data.
    private func files(_ paths: [String], holding names: [String]) async throws -> [String] {
        let patterns = names.flatMap { ["-e", $0] }
        let outcome = try await ChildProcess.run(
            "/usr/bin/env", ["grep", "-lF"] + patterns + ["--"] + paths, environment: ["PATH": "/usr/bin:/bin"])
        try #require(outcome.status < 2, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("no executable for users has a switch for the clock", arguments: ["keyfob", "keyfob-signin"])
    func clockSwitch(product: String) async throws {
        #expect(try await files([BuildProducts.executable(product)], holding: Self.clockSwitches).isEmpty)
    }

    @Test("nor has any module of product Keyfob, while the testing module has one")
    func clockSwitchOfProduct() async throws {
        let modules = [
            "Keyfob", "KeyfobCore", "KeyfobCrypto", "KeyfobJOSE", "KeyfobOAuth", "KeyfobCache", "KeyfobFlows",
            "KeyfobClient", "KeyfobSQLite", "KeyfobStoreSQLite", "KeyfobDBus", "KeyfobStoreSecretService",
            "KeyfobURLSession", "KeyfobUserAgents",
        ]
        for module in modules {
            let objects = try Self.objects(of: module)
            #expect(!objects.isEmpty, "\(module)")
            #expect(try await files(objects, holding: Self.clockSwitches).isEmpty)
        }
        // If this finds nothing, the names above are out of date, and so is the test.
        #expect(try await !files(Self.objects(of: "KeyfobTesting"), holding: ["FileClock"]).isEmpty)
    }

    @Test("keyfob links no network; keyfob-signin does")
    func network() async throws {
        let names = ["FoundationNetworking", "AsyncHTTPClient", "NIOSSL", "NIOCore", "KeyfobURLSession"]
        #expect(try await files([BuildProducts.executable("keyfob")], holding: names).isEmpty)
        let signin = BuildProducts.executable("keyfob-signin")
        #expect(try await files([signin], holding: ["AsyncHTTPClient"]) == [signin])
    }

    /// The object files of a module, next to the products.
    private static func objects(of module: String) throws -> [String] {
        let folder = "\(BuildProducts.folder)/\(module).build"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
            .map { "\(folder)/\($0)" }
    }
}
