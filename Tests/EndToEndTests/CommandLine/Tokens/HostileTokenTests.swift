import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore
import KeyfobTesting
import Testing

/// Each form of output with 200 values that try to break out of it: the form's reader gets exactly the value, or nothing
/// is written.
@Suite("No token breaks out of a form of output")
struct HostileTokenTests {
    private func token(_ value: String, type: String = "Bearer") throws -> AcquiredToken {
        let account = Account(identifier: "u.t", username: value, environment: value)
        return try AcquiredToken(
            .accessToken,
            of: TokenResult(
                accessToken: Secret(value), idToken: nil, expiresOn: Date(unixSeconds: 1_900_000_000), scopes: ["s"],
                account: account, authority: Authority(environment: "a.test", tenant: "t"), tokenType: type,
                source: .cache))
    }

    private func text(_ form: TokenForm, _ value: String, type: String = "Bearer") throws -> String {
        try form.text(of: token(value, type: type), environment: [:]).reveal()
    }

    private func isInHeaders(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Expects a refusal that says which value, why and what to do, and does not repeat the value.
    private func isRefused(_ form: TokenForm, _ value: String, type: String = "Bearer") {
        let error = #expect(throws: AuthError.self) { try text(form, value, type: type) }
        #expect(error?.code == .configuration && error?.message.contains("--output \(form.rawValue)") == true)
        #expect(error?.message.contains("RFC 67") == true && error?.remedy?.contains("operator") == true)
        #expect(error.map { "\($0)".contains("\n") } == false)
    }

    /// The first option of a configuration file of curl, read by the rules of curl(1), and what follows it.
    private func curlOption(_ text: String) -> (value: String, rest: String)? {
        guard text.hasPrefix("header = \"") else { return nil }
        var value = ""
        var rest = text.dropFirst("header = \"".count)
        while let character = rest.popFirst() {
            switch character {
            case "\"": return (value, String(rest))
            case "\\": if let next = rest.popFirst() { value.append(next) }
            default: value.append(character)
            }
        }
        return nil
    }

    @Test("the values are 200, and many of each kind")
    func values() {
        #expect(Set(HostileValues.all).count > 180 && HostileValues.all.count == 200)
        #expect(HostileValues.all.filter { TokenSyntax.isToken($0) }.count == 100)
        #expect(HostileValues.all.filter(isInHeaders).count > 40)
    }

    @Test("text: the one line is the token")
    func plain() throws {
        for value in HostileValues.all {
            guard TokenSyntax.isToken(value) else {
                isRefused(.text, value)
                continue
            }
            #expect(try text(.text, value) == value + "\n")
        }
    }

    @Test("header and curl: one field, and nothing else")
    func fields() throws {
        for value in HostileValues.all {
            guard isInHeaders(value) else {
                isRefused(.header, value)
                isRefused(.curl, value)
                continue
            }
            #expect(try text(.header, value) == "Authorization: Bearer \(value)\n")
            let option = try curlOption(text(.curl, value))
            #expect(option?.value == "Authorization: Bearer \(value)" && option?.rest == "\n")
        }
        for type in HostileValues.all where !TokenSyntax.isTokenType(type) {
            isRefused(.header, "t", type: type)
            isRefused(.curl, "t", type: type)
        }
    }

    @Test("json, kubectl and Docker: Python reads the value, and a terminal is not controlled")
    func documents() async throws {
        var lines = ""
        for value in HostileValues.all {
            for form in [TokenForm.json, .kubectl] { lines += try text(form, value, type: value) }
            lines += (["ServerURL": .string(value), "Username": .string(value)] as JSONValue).printableText() + "\n"
        }
        #expect(!lines.unicodeScalars.contains { $0 != "\n" && TerminalText.isUnsafe($0) })
        let reader = """
            import json, sys
            for line in sys.stdin.buffer.read().decode().split("\\n")[:-1]:
                d = json.loads(line)
                d = d.get("accessToken") or d.get("Username") or d["status"]["token"]
                print(d.encode().hex())
            """
        let read = try await ChildProcess.run(
            "/usr/bin/env", ["python3", "-c", reader], environment: ProcessInfo.processInfo.environment, input: lines)
        #expect(read.status == 0, "\(read.errors)")
        let expected = HostileValues.all.flatMap { value in Array(repeating: Hex.encode(value.utf8), count: 3) }
        #expect(read.output.split(separator: "\n").map(String.init) == expected)
    }

    @Test("git's protocol: git itself reads the value, or nothing is written")
    func git() async throws {
        let folder = try TemporaryDirectory("forms")
        defer { folder.remove() }
        var sample = 0
        for value in HostileValues.all {
            let isRefused = value.utf8.contains { [0x0A, 0x0D, 0].contains($0) }
            guard !isRefused else {
                let error = #expect(throws: AuthError.self) {
                    try FormValue.git("username", value, remedy: "Correct it.")
                }
                #expect(error?.message.contains("username") == true && error?.remedy == "Correct it.")
                continue
            }
            let line = try FormValue.git("username", value, remedy: "")
            #expect(line == "username=\(value)\n")
            guard value.utf8.count < 1000, sample < 20 else { continue }
            sample += 1
            try (line + "password=p\n").write(toFile: "\(folder.path)/lines", atomically: false, encoding: .utf8)
            let filled = try await ChildProcess.run(
                "/usr/bin/git",
                [
                    "-c", "credential.helper=", "-c", "credential.helper=!cat '\(folder.path)/lines' #", "credential",
                    "fill",
                ], environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_TERMINAL_PROMPT": "0"],
                input: "protocol=https\nhost=h.test\n\n")
            #expect(filled.output == "protocol=https\nhost=h.test\n\(line)password=p\n", "\(filled.errors)")
        }
        #expect(sample == 20)
    }

    @Test("curl and sh themselves read the token")
    func genuineReaders() async throws {
        let folder = try TemporaryDirectory("forms")
        defer { folder.remove() }
        let values = HostileValues.all.filter { isInHeaders($0) && $0.utf8.count < 1000 }.prefix(20)
        #expect(values.count == 20)
        for value in values {
            try text(.curl, value).write(toFile: "\(folder.path)/curl", atomically: false, encoding: .utf8)
            try text(.text, value).write(toFile: "\(folder.path)/text", atomically: false, encoding: .utf8)
            // curl writes what it understood as a program in C; nothing listens at the port.
            let script = """
                curl -q --config curl --silent --libcurl read.c http://127.0.0.1:1/ >/dev/null
                token=$(cat text); printf %s "$token" >read.txt
                """
            let outcome = try await ChildProcess.run(
                "/bin/sh", ["-c", "cd '\(folder.path)'\n\(script)"], environment: ["PATH": "/usr/bin:/bin"])
            let program = try String(contentsOfFile: "\(folder.path)/read.c", encoding: .utf8)
            let fields = program.split(separator: "\n").filter { $0.contains("curl_slist_append(") }
            let field = try #require(fields.first, "\(outcome.errors)")
            let start = try #require(field.firstIndex(of: "\""))
            let end = try #require(field.range(of: "\");", options: .backwards)).lowerBound
            // A literal of C is one of JSON for these characters, except for a question mark.
            let read = field[start...end].replacing("\\?", with: "?")
            #expect(try JSONValue(parsing: String(read)).stringValue == "Authorization: Bearer \(value)")
            #expect(fields.count == 1)
            #expect(try String(contentsOfFile: "\(folder.path)/read.txt", encoding: .utf8) == value)
        }
    }
}
