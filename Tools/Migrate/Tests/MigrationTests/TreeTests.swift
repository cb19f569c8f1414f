import Foundation
import Migration
import Testing

@Suite("A tree of sources")
struct TreeTests {
    @Test("sources, property lists and dependency files are read; dependencies and build products are not")
    func tree() throws {
        let swift = try Fixtures.report("ADALSwift")
        #expect(swift.files == [.swift: 2, .project: 3] && swift.unread == 0)
        let project = swift.findings.filter { $0.language == .project }
        #expect(
            project.map { "\($0.file):\($0.line) \($0.rule)" } == [
                "ContosoNotes/ContosoNotes.entitlements:8 project.keychainGroup",
                "ContosoNotes/Info.plist:20 project.redirect", "ContosoNotes/Info.plist:24 project.queriedSchemes",
                "Podfile:4 project.adal", "Podfile:5 project.msal",
            ])
        #expect(project.last?.column == 7)
        let objectiveC = try Fixtures.report("ADALObjC")
        #expect(objectiveC.files == [.objectiveC: 3])
        #expect(objectiveC.findings.allSatisfy { !$0.file.contains("Pods") })
    }

    @Test("an app that has moved has no findings, including in its property list")
    func clean() throws {
        let report = try Fixtures.report("Clean")
        #expect(report.findings.isEmpty && report.files == [.swift: 1, .project: 1])
        #expect(report.text().contains("No use of ADAL"))
    }

    @Test("a bridging header applies its import to every Swift file of the tree")
    func bridging() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "migrate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["App", "build", ".git"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        let text = "func f(_ r: R) { print(r.tokenCacheItem) }\n"
        try text.write(to: folder.appending(path: "App/A.swift"), atomically: true, encoding: .utf8)
        for built in ["build/B.swift", ".git/C.swift"] {
            try "import ADAL".write(to: folder.appending(path: built), atomically: true, encoding: .utf8)
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "App/Loop"), withDestinationURL: folder)
        #expect(Search().report(on: try SourceTree([folder.path])).findings.isEmpty)
        try "#import <ADAL/ADAL.h>".write(
            to: folder.appending(path: "App/App-Bridging-Header.h"), atomically: true, encoding: .utf8)
        let found = Search().report(on: try SourceTree([folder.path + "/"])).findings
        #expect(
            found.map { "\($0.file) \($0.rule)" } == [
                "App/A.swift adal.result.tokenCacheItem", "App/App-Bridging-Header.h adal.import",
            ])
    }

    @Test("with several folders each file's path includes its folder, and a single file may be named")
    func several() throws {
        let tree = try SourceTree([Fixtures.path("OldMSAL"), Fixtures.path("Clean/App.swift")])
        let report = Search().report(on: tree)
        #expect(report.files == [.swift: 2, .objectiveC: 1])
        #expect(report.findings.allSatisfy { $0.file.hasPrefix(Fixtures.folder) })
        #expect(throws: SearchError.self) { try SourceTree([Fixtures.path("Nothing")]) }
    }

    @Test("text, JSON and SARIF have the same findings")
    func formats() throws {
        let report = try Fixtures.report("ADALSwift")
        let text = report.text()
        #expect(text.contains("ContosoNotes/AuthService.swift:23:"))
        #expect(text.contains("\(report.findings.count) uses in 4 files"))
        #expect(report.text(sketches: false).count < text.count)

        let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any]
        let findings = try #require(json?["findings"] as? [[String: Any]])
        #expect(findings.count == report.findings.count)
        #expect((json?["libraries"] as? [String: Int])?["ADAL"] == report.count(of: .adal))
        #expect((json?["totals"] as? [String: Int])?.values.reduce(0, +) == report.findings.count)

        let sarif = try JSONSerialization.jsonObject(with: Data(report.sarif().utf8)) as? [String: Any]
        #expect(sarif?["version"] as? String == "2.1.0")
        let run = try #require((sarif?["runs"] as? [[String: Any]])?.first)
        #expect((run["results"] as? [[String: Any]])?.count == report.findings.count)
    }
}
