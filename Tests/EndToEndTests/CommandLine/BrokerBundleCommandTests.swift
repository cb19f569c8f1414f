#if Server
import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("keyfob-broker bundle")
struct BrokerBundleCommandTests {
    private struct Scene {
        let directory: TemporaryDirectory
        var bundle: String { "\(directory.path)/broker.app" }

        init() throws { directory = try TemporaryDirectory("keyfob-bundle") }

        func write(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory.path)/\(name)"))
            return "\(directory.path)/\(name)"
        }

        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.posixPermissions] as? NSNumber).intValue
        }

        func run(_ arguments: [String], _ folder: String? = nil) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                BuildProducts.executable("keyfob-broker"), ["bundle", folder ?? bundle] + arguments,
                environment: ["HOME": directory.path, "KEYFOB_HOME": "\(directory.path)/h", "PATH": "/usr/bin:/bin"])
        }
    }

    @Test func `a fault in an input is reported by its name, and no partial bundle is left`()
        async throws
    {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let notJSON = try scene.write("rules.txt", "allow all apps")
        let notRules = try scene.write("rules.json", "{\"rulez\": []}")
        let before = try FileManager.default.contentsOfDirectory(atPath: scene.directory.path).sorted()
        let cases: [(arguments: [String], status: Int32, says: String)] = [
            (["--ca-file", "/none/ca.pem"], 4, "The file /none/ca.pem cannot be read."),
            (["--policy", "/none/policy.json"], 4, "The file /none/policy.json cannot be read."),
            (["--policy", notJSON], 4, "The rules in \(notJSON) are not JSON"),
            (["--policy", notRules], 4, "The rules in \(notRules) are not understood"),
            (["--schemes", "foo"], 2, "--schemes is keyfob or microsoft."),
            (["--registration", "foo"], 2, "--registration is at_sign_in or when_required."),
            (["--resolve", "foo"], 2, "--resolve 'foo' is not of the form HOST=ADDRESS."),
        ]
        for (arguments, status, says) in cases {
            let outcome = try await scene.run(arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(says), "\(arguments): \(outcome.errors)")
            #expect(!outcome.errors.contains("broker.json") && !outcome.errors.contains("Domain="))
            #expect(try FileManager.default.contentsOfDirectory(atPath: scene.directory.path).sorted() == before)
        }
        let nowhere = try await scene.run([], "\(scene.directory.path)/none/broker.app")
        #expect(nowhere.status == 4 && nowhere.errors.contains("No such file"), "\(nowhere.errors)")
        // The next attempt finds no remains of those.
        #expect(try await scene.run([]).status == 0)
    }

    @Test func `a bundle is complete, readable as any new folder, and never overwritten`() async throws {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let authority = try scene.write("authority.pem", "-----BEGIN CERTIFICATE-----\n")
        let rules = try scene.write("rules.json", "{\"shared_device\": true}")
        let made = try await scene.run(["--ca-file", authority, "--policy", rules])
        #expect(made.status == 0 && made.output.hasPrefix("\(scene.bundle): "), "\(made.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scene.bundle).sorted() == [
                "Info.plist", "broker.json", "ca.pem", "entitlements.plist", "keyfob-broker", "signature.plist",
            ])
        #expect(FileManager.default.isExecutableFile(atPath: "\(scene.bundle)/keyfob-broker"))
        // The draft that it is made from was for this user alone.
        let ordinary = "\(scene.directory.path)/ordinary"
        try FileManager.default.createDirectory(atPath: ordinary, withIntermediateDirectories: false)
        #expect(try scene.mode(scene.bundle) == scene.mode(ordinary))
        try FileManager.default.removeItem(atPath: ordinary)
        let settings = try #require(FileManager.default.contents(atPath: "\(scene.bundle)/broker.json"))
        #expect(try JSONValue(parsing: [UInt8](settings))["policy"]?["shared_device"] == .bool(true))
        let again = try await scene.run([])
        #expect(again.status == 4 && again.errors.contains("is there already"))
        #expect(FileManager.default.contents(atPath: "\(scene.bundle)/broker.json") == settings)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scene.directory.path).sorted() == [
                "authority.pem", "broker.app", "rules.json",
            ])
    }

    @Test func `accounts of a missing home is an error, not a broker without accounts`() async throws {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("keyfob-broker"), ["accounts"],
            environment: ["KEYFOB_HOME": "\(scene.directory.path)/typo", "PATH": "/usr/bin:/bin"])
        #expect(outcome.status == 4 && outcome.errors.contains("There is no folder \(scene.directory.path)/typo"))
        #expect(outcome.output.isEmpty)
    }
}
#endif
