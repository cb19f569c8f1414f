import Foundation
import KeyfobCore
import KeyfobUserAgents
import Testing

@Suite("The system browser is a command without a shell")
struct SystemBrowserTests {
    private let address = HTTPURL("https://login.example/authorize?a=b&c=$(touch%20/x);d")

    /// Runs BROWSER with a script that writes its arguments, one a line, to a file.
    private func arguments(_ browser: (String) -> String) async throws -> [String] {
        let out = try TemporaryFile("")
        let script = try TemporaryFile("printf '%s\\n' \"$@\" > \(out.path)\n")
        try await SystemBrowser(environment: ["BROWSER": browser("/bin/sh \(script.path)")]).open(#require(address))
        return try String(contentsOfFile: out.path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("the address is the last word, whole, whatever is in it")
    func appended() async throws {
        let text = try #require(address).description
        #expect(try await arguments { $0 } == [text])
        #expect(try await arguments { " \($0)  --new-window\t-P work " } == ["--new-window", "-P", "work", text])
    }

    @Test("%s says where the address goes")
    func placeholder() async throws {
        let text = try #require(address).description
        #expect(try await arguments { "\($0) --app=%s --end" } == ["--app=\(text)", "--end"])
    }

    @Test("no character of BROWSER means anything to a shell")
    func noShell() async throws {
        let text = try #require(address).description
        #expect(try await arguments { "\($0) ; $HOME `id` > /x" } == [";", "$HOME", "`id`", ">", "/x", text])
    }

    @Test(
        "a command that is not there, cannot run or fails is named, with the way out",
        arguments: [
            "/nowhere/browser", "no-such-browser-anywhere", "/etc/passwd", "/", "false",
        ])
    func failing(browser: String) async throws {
        let system = SystemBrowser(environment: ["BROWSER": browser, "PATH": "relative:/usr/bin:/bin"])
        await #expect {
            try await system.open(#require(address))
        } throws: { error in
            AuthError.Code.userAgentUnavailable ~= error && "\(error)".contains(browser)
                && "\(error)".contains("--print-url")
        }
    }

    @Test("cancelling stops the wait and leaves the browser open")
    func cancelled() async throws {
        let out = try TemporaryFile("")
        // It runs until the test ends it, as a browser runs until its window is closed.
        let script = try TemporaryFile("echo $$ > \(out.path); exec sleep 600")
        let address = try #require(address)
        let environment = ["BROWSER": "sh \(script.path)", "PATH": "/usr/bin:/bin"]
        let task = Task { try await SystemBrowser(environment: environment).open(address) }
        var id: Int32?
        while id == nil {
            await Task.yield()
            id = Int32(try String(contentsOfFile: out.path, encoding: .utf8).dropLast())
        }
        task.cancel()
        try await task.value
        #expect(kill(try #require(id), SIGKILL) == 0)
    }

    @Test("printing hands over the address and nothing else")
    func printed() async throws {
        let printed = Box("")
        try await PrintURL { printed.value = $0 }.open(#require(address))
        #expect(printed.value == address?.description)
    }
}
