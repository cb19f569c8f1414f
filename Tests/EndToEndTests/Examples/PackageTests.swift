#if Server
import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Examples as a package that depends on Keyfob")
struct PackageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "R143: the Swift package manager resolves Keyfob as a dependency, builds it from scratch, and its users run"
    )
    func installed() async throws {
        let folder = ExampleScene.folder
        let built = URL(fileURLWithPath: folder).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent()
        let state = try JSONValue(
            parsing: [UInt8](Data(contentsOf: built.appendingPathComponent("workspace-state.json"))))
        let dependencies = state["object"]?["dependencies"]?.arrayValue ?? []
        // The package manager gives the name of the package or that of its folder, depending on the build.
        let root = Self.root.resolvingSymlinksInPath().path
        let locations = dependencies.compactMap { $0["packageRef"]?["location"]?.stringValue }
        #expect(locations.contains { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path == root })
        // The build started from scratch and compiled each file of Keyfob that the programs need. Without this record
        // the programs are of an earlier build, which proves nothing: `make clean examples` makes both again.
        let record = try String(contentsOf: built.appendingPathComponent("first-build.txt"), encoding: .utf8)
        #expect(record.split(separator: "\n").contains { $0.hasPrefix("Build complete!") })
        let objects = Set(
            try String(contentsOf: built.appendingPathComponent("first-build-objects.txt"), encoding: .utf8)
                .split(separator: "\n").map(String.init))
        for module in ["KeyfobCore", "KeyfobClient", "KeyfobStoreSQLite", "Keyfob", "MSAL", "ADAL", "GRDB"] {
            #expect(objects.contains { $0.hasPrefix("\(module).build/") }, "\(module)")
        }
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources/Keyfob").path)
        for source in sources where source.hasSuffix(".swift") {
            #expect(objects.contains("Keyfob.build/\(source).o"), "\(source)")
        }
        let directory = try TemporaryDirectory("keyfob-installed")
        defer { directory.remove() }
        for program in ["Guide", "FilesTool", "FilesService", "SuiteA", "SuiteB", "SuiteC"] {
            let outcome = try await ChildProcess.run(
                "\(folder)/\(program)", ["--help"],
                environment: ["PATH": "/usr/bin:/bin", "KEYFOB_HOME": directory.path])
            #expect(outcome.status == 0 && outcome.output.contains("USAGE"), "\(program): \(outcome.errors)")
        }
    }

    @Test("R155: the page of the MSAL face links to the flows and to a running program for each scenario")
    func nextSteps() throws {
        let docs = Self.root.appendingPathComponent("docs")
        let face = try String(contentsOf: docs.appendingPathComponent("msal.md"), encoding: .utf8)
        #expect(face.contains("](scenarios.md)") && face.contains("](silent-flow.md)"))
        let page = try String(contentsOf: docs.appendingPathComponent("scenarios.md"), encoding: .utf8)
        for heading in ["## The flows", "## The scenarios"] { #expect(page.contains(heading)) }
        let links = page.matches(of: /\]\(([^):]+)\)/).map { String($0.output.1) }
        let sources = page.matches(of: /`(Examples\/Sources\/\w+)`/).map { "../" + String($0.output.1) }
        #expect(links.count >= 6 && sources.count >= 5)
        for target in links + sources {
            let file = docs.appendingPathComponent(target).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: file), "\(target)")
        }
    }
}
#endif
