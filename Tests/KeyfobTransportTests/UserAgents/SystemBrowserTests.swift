import Foundation
import KeyfobCore
import KeyfobTesting
import KeyfobUserAgents
import Testing

@Suite("The system browser is a command without a shell")
struct SystemBrowserTests {
    private let address = HTTPURL("https://login.example/authorize?a=b&c=$(touch%20/x);d")

    /// Runs BROWSER with a script that writes its arguments, one a line, to a file; the page that opens the address is
    /// replaced with `PAGE`.
    private func arguments(_ browser: (String) -> String) async throws -> [String] {
        let out = try TemporaryFile("")
        let script = try TemporaryFile("printf '%s\\n' \"$@\" > \(out.path)\n")
        let address = try #require(address)
        let system = SystemBrowser(environment: ["BROWSER": browser("/bin/sh \(script.path)"), "PATH": "/usr/bin:/bin"])
        try await system.open(address)
        let words = try String(contentsOfFile: out.path, encoding: .utf8).split(separator: "\n").map(String.init)
        defer { Task { await system.finish(address) } }
        return words.map { word in
            guard let start = word.firstRange(of: "file://")?.lowerBound,
                BrowserArgument.destination(of: String(word[start...])) == address
            else { return word }
            return word[..<start] + "PAGE"
        }
    }

    @Test("the page that opens the address is the last argument")
    func appended() async throws {
        #expect(try await arguments { $0 } == ["PAGE"])
        #expect(try await arguments { " \($0)  --new-window\t-P work " } == ["--new-window", "-P", "work", "PAGE"])
    }

    @Test("%s is replaced with the page")
    func placeholder() async throws {
        #expect(try await arguments { "\($0) --app=%s --end" } == ["--app=PAGE", "--end"])
    }

    @Test("no command line contains the address, and only this user can read the page until the sign-in ends")
    func notInCommandLines() async throws {
        let out = try TemporaryFile("")
        // The part that every user can see of the running browser, then its last argument.
        let script = try TemporaryFile(
            "tr '\\0' '\\n' < /proc/$$/cmdline > \(out.path); for word; do :; done; "
                + "stat -c '%a %u %n' \"${word#file://}\" >> \(out.path) || true\n")
        let address = try #require(HTTPURL("https://login.example/authorize?state=a'b&nonce=%22%3Cn"))
        let system = SystemBrowser(environment: ["BROWSER": "sh \(script.path)", "PATH": "/usr/bin:/bin"])
        try await system.open(address)
        let seen = try String(contentsOfFile: out.path, encoding: .utf8)
        #expect(!seen.contains("login.example") && !seen.contains("state"))
        let status = try #require(seen.split(separator: "\n").last?.split(separator: " ", maxSplits: 2))
        #expect(status.first == "600" && status.dropFirst().first == "\(geteuid())")
        let path = String(try #require(status.last))
        #expect(BrowserArgument.destination(of: "file://" + path) == address)
        await system.finish(address)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("files that a killed process left for a browser are removed ten minutes later, and nothing else")
    func swept() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keyfob-sweep-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func make(_ name: String, minutesAgo: Double) {
            let date = Date(timeIntervalSinceNow: -minutesAgo * 60)
            _ = FileManager.default.createFile(
                atPath: "\(folder)/\(name)", contents: nil, attributes: [.modificationDate: date])
        }
        make("keyfob-sign-in-old.html", minutesAgo: 11)
        make("keyfob-sign-in-new.html", minutesAgo: 9)
        make("mine-old.html", minutesAgo: 11)
        let system = SystemBrowser(environment: ["BROWSER": "true", "PATH": "/usr/bin:/bin", "TMPDIR": folder])
        let address = try #require(address)
        try await system.open(address)
        await system.finish(address)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(left) == ["keyfob-sign-in-new.html", "mine-old.html"])
    }

    @Test("no character of BROWSER is interpreted by a shell")
    func noShell() async throws {
        #expect(try await arguments { "\($0) ; $HOME `id` > /x" } == [";", "$HOME", "`id`", ">", "/x", "PAGE"])
    }

    @Test(
        "a command that is missing, cannot run or fails is named, with a remedy",
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

    @Test("the printing browser prints the address and nothing else")
    func printed() async throws {
        let printed = Box("")
        try await PrintURL { printed.value = $0 }.open(#require(address))
        #expect(printed.value == address?.description)
    }
}
