#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// `keyfob demo --keep`, as a user at a terminal with a browser runs it.
@Suite("keyfob demo --keep", .serialized, .timeLimit(.minutes(10)))
struct DemoKeepTests {
    /// How it is ended.
    enum Ending: CaseIterable { case emptyLine, interrupt, terminate }

    /// A demonstration that is kept, in its own folder.
    private final class Scene {
        let directory: TemporaryDirectory
        let process: ChildProcess
        private(set) var printed: [String] = []

        /// - Parameter hasInput: Whether standard input is open.
        init(hasInput: Bool = true) throws {
            directory = try TemporaryDirectory("keep")
            // Apps of other user ids have to pass through it.
            chmod(directory.path, 0o711)
            var environment = ProcessInfo.processInfo.environment
            environment["TMPDIR"] = directory.path
            environment["NO_COLOR"] = "1"
            let keyfob = BuildProducts.executable("keyfob")
            process =
                try hasInput
                ? ChildProcess(keyfob, ["demo", "--keep", "--no-story"], environment: environment)
                : ChildProcess(
                    "/bin/sh", ["-c", "exec \"$0\" demo --keep --no-story <&-", keyfob], environment: environment)
        }

        /// A test that failed leaves no demonstration.
        deinit {
            process.terminate()
            directory.remove()
        }

        func type(_ line: String) throws { try process.write(line + "\n") }

        /// The next line with the given text.
        @discardableResult
        func line(with text: String) async throws -> String {
            while let line = await process.nextLine() {
                printed.append(line)
                if line.contains(text) { return line }
            }
            let outcome = await process.outcome()
            throw Missing(description: "'\(text)' was not printed: \(outcome.output)\(outcome.errors)")
        }

        /// The last word of the next line with the given text.
        func word(after text: String) async throws -> String {
            String(try await line(with: text).split(separator: " ").last ?? "")
        }

        /// The processes whose arguments, and the sockets whose paths, name the folder.
        func remains() throws -> [String] {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
            let processes = names.filter { name in
                let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
                return String(decoding: arguments, as: UTF8.self).contains(directory.path)
            }
            let sockets = try String(contentsOfFile: "/proc/net/unix", encoding: .utf8).split(separator: "\n")
                .filter { $0.contains(directory.path) }
            return processes + sockets.map(String.init)
                + (try FileManager.default.contentsOfDirectory(atPath: directory.path))
        }
    }

    private struct Missing: Error, CustomStringConvertible { let description: String }

    @Test("without standard input everything stays up, until the process is ended")
    func withoutInput() async throws {
        let scene = try Scene(hasInput: false)
        let provider = try await scene.word(after: "  provider ")
        let caFile = try await scene.word(after: "  CA ")
        let folder = try await scene.word(after: "keyfob-device apps --folder")
        try await scene.line(with: "end this process to end everything")
        let transport = try AsyncHTTPTransport(trust: .caFile(caFile))
        let health = try #require(HTTPURL(provider)).with(path: "/healthz")
        #expect(try await transport.send(.get(health)).status == 200)
        let listed = try await ChildProcess.run(
            BuildProducts.executable("keyfob-device"), ["apps", "--folder", folder],
            environment: ProcessInfo.processInfo.environment)
        #expect(listed.output.contains("test.keyfob.broker"), "\(listed)")
        scene.process.terminate()
        #expect(await scene.process.outcome().status == 128 + SIGTERM)
        #expect(try scene.remains().isEmpty)
    }

    @Test(
        "both halves stay up, a user signs in by a browser, and ending it leaves nothing", arguments: Ending.allCases)
    func keep(_ ending: Ending) async throws {
        let scene = try Scene()
        let provider = try await scene.word(after: "  provider ")
        let caFile = try await scene.word(after: "  CA ")
        let password = try await scene.word(after: "  users ")
        try await scene.line(with: "export KEYFOB_HOME=")
        let folder = try await scene.word(after: "keyfob-device apps --folder")
        let transport = try AsyncHTTPTransport(trust: .caFile(caFile))
        let health = try #require(HTTPURL(provider)).with(path: "/healthz")
        #expect(try await transport.send(.get(health)).status == 200)
        let listed = try await ChildProcess.run(
            BuildProducts.executable("keyfob-device"), ["apps", "--folder", folder],
            environment: ProcessInfo.processInfo.environment)
        #expect(listed.output.contains("test.fabrikam.notes") && listed.output.contains("test.keyfob.broker"))
        if ending == .emptyLine {
            // No account is signed in, and no page is shown for this: the next page is the one to wait for.
            try scene.type("A")
            try await scene.line(with: "test.contoso.a: interactionRequired")
            try scene.type("a")
            try await signIn(scene, password: password)
            try await scene.line(with: "test.contoso.a: a token of ada@contoso.test, from broker")
            try scene.type("n")
            try await signIn(scene, password: password)
            try await scene.line(with: "test.fabrikam.notes: a token of ada@contoso.test, from broker")
            try scene.type("N")
            try await scene.line(with: "test.fabrikam.notes: a token of ada@contoso.test")
            try scene.type("t")
            try await scene.line(with: "sign_on_shown")
            try scene.type("")
        } else {
            // The user leaves a page that waits for them.
            try scene.type("n")
            try await scene.line(with: "Open this in a browser on this machine: http://127.0.0.1:")
            scene.process.signal(ending == .interrupt ? SIGINT : SIGTERM)
        }
        let outcome = await scene.process.outcome()
        let status: [Ending: Int32] = [.emptyLine: 0, .interrupt: 128 + SIGINT, .terminate: 128 + SIGTERM]
        #expect(outcome.status == status[ending], "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("eyJ"), "a token was printed")
        #expect(try scene.remains() == [])
        #expect(!FileManager.default.fileExists(atPath: folder))
        await #expect(throws: TransportError.self) { try await transport.send(.get(health)) }
        await transport.shutdown()
    }

    /// Opens the broker's window, whose address is a secret, and completes its pages.
    private func signIn(_ scene: Scene, password: String) async throws {
        let address = try await scene.word(after: "Open this in a browser on this machine:")
        let url = try #require(HTTPURL(address))
        #expect(url.host == "127.0.0.1")
        let transport = try AsyncHTTPTransport(trust: .system)
        // Without the secret nothing is shown.
        #expect(try await transport.send(.get(url.with(path: "/"))).isSuccess == false)
        var browser = FormBrowser(transport: transport)
        _ = try await Person(user: "ada@contoso.test", password: password).visit(url, with: &browser)
        await transport.shutdown()
    }
}
#endif
