import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The file that leads the browser to the sign-in page")
struct SignInPageFileTests {
    @Test("is removed when Ctrl-C, the end of the terminal or kill ends the command")
    func ended() async throws {
        try await SignInScene.play { scene in
            var scene = scene
            let folder = scene.tool.directory.path
            let (script, opened) = ("\(folder)/browser.sh", "\(folder)/opened")
            try "printf '%s\\n' \"$1\" >'\(opened).new'; mv '\(opened).new' '\(opened)'\n"
                .write(toFile: script, atomically: true, encoding: .utf8)
            scene.tool.environment["BROWSER"] = "/bin/sh \(script)"
            func pages() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
            }
            for signal in [SIGINT, SIGHUP, SIGTERM] {
                let login = try scene.tool.start(["login"] + scene.app)
                while !FileManager.default.fileExists(atPath: opened), login.endedStatus == nil { await Task.yield() }
                #expect(try pages().count == 1, "\(login.errorsSoFar)")
                login.signal(signal)
                #expect(await login.outcome().status == 128 + signal)
                #expect(try pages().isEmpty)
                try FileManager.default.removeItem(atPath: opened)
            }
        }
    }
}
