#if Server
import Foundation
import KeyfobCommandLine
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The messages of the command line")
struct MessageTableTests {
    private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    @Test("every code has a row, and the tool's message and status are the row's")
    func codes() throws {
        let rows = try Self.rows(after: "## By code")
        let codes = AuthError.Code.all.map(\.rawValue)
        #expect(codes.count > 15 && Set(rows.map { $0[0] }) == Set(codes), "codes and rows differ")
        for row in rows {
            let error = AuthError(
                AuthError.Code(rawValue: row[0]), origin: .server, message: "MESSAGE", remedy: "REMEDY")
            #expect(ErrorReport(error, of: "token").text == row[3], "\(row[0])")
            #expect(ExitStatus(error).rawValue == Int32(row[2]), "\(row[0])")
        }
    }

    @Test("every failure of a request has a row with its remedy")
    func transport() throws {
        let rows = try Self.rows(after: "## By what happened to a request")
        let codes = try Self.cases(in: "Sources/KeyfobOAuth/HTTP/TransportError.swift")
        #expect(codes.count > 5 && Set(rows.map { $0[0] }) == Set(codes), "codes and rows differ")
        for row in rows {
            let error = AuthError(TransportError(TransportError.Code(rawValue: row[0]), message: "MESSAGE."))
            #expect(error.code.rawValue == row[1] && error.remedy == row[2], "\(row[0])")
        }
    }

    @Test("a failed sign-in does not get the advice to sign in")
    func afterLogin() throws {
        let error = AuthError(.interactionRequired, origin: .server, message: "The server wants more.")
        let text = ErrorReport(error, of: "login").text
        #expect(!text.contains("keyfob login"))
        let page = try Self.page().replacing("\n", with: " ")
        #expect(page.contains(text.replacing("Error: The server wants more. ", with: "")), "\(text)")
    }

    @Test("a server without a name for its error is not quoted, and every sentence ends")
    func sentences() {
        var error = AuthError(.server, origin: .server, message: "It failed", remedy: "Try again")
        error.server = AuthError.ServerDetails(error: "", status: 503)
        #expect("\(error)" == "It failed. Try again.")
        error.server = AuthError.ServerDetails(error: "", codes: [90055])
        #expect("\(error)" == "It failed. Try again. Server: AADSTS90055.")
        error.server = nil
        error.remedy = "Close it with: chmod go= /path"
        #expect("\(error)" == "It failed. Close it with: chmod go= /path", "a command is copied as it stands")
    }

    @Test("help for an unknown command is wrong use")
    func unknownCommand() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        for arguments in [["toke", "--help"], ["toke", "-h"]] {
            let outcome = try await tool.run(arguments)
            #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments): \(outcome.output)")
            #expect(outcome.errors.contains("There is no command 'toke'.\nCommands: login, token"), "\(outcome.errors)")
        }
        #expect(try await tool.run("toke", "--help", "--json").errorCode() == "wrongUse")
        #expect(try await tool.run("token", "--help").status == 0)
    }

    @Test("a relative home is refused: it would be another one in each directory")
    func relativeHome() async throws {
        var tool = try Tool()
        defer { tool.remove() }
        tool.environment["KEYFOB_HOME"] = "some/home"
        let outcome = try await tool.run("accounts")
        #expect(outcome.status == 4 && outcome.errors.contains("KEYFOB_HOME is some/home"), "\(outcome.errors)")
    }

    @Test("a name with control characters is one line of a table, and sends no terminal sequences")
    func names() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let file = "\(tool.directory.path)/cache.json"
        let name = #"ada\u001b[2J\nroot\u202e@contoso.test"#
        let cache = """
            {"Account": {"u.t-login.microsoftonline.com-t": {"home_account_id": "u.t", "local_account_id": "u",
              "environment": "login.microsoftonline.com", "realm": "t", "authority_type": "MSSTS", "username": "\(name)"}},
             "RefreshToken": {"u.t-login.microsoftonline.com-refreshtoken-c--": {"home_account_id": "u.t",
              "environment": "login.microsoftonline.com", "client_id": "c", "credential_type": "RefreshToken",
              "secret": "r"}}}
            """
        try cache.write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let outcome = try await tool.run("accounts", "--cache-file", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("ada?[2J?root?@contoso.test"), "\(outcome.output)")
        #expect(outcome.output.split(separator: "\n").count == 2)
    }

    /// The raw values of a type's codes, read from its declaration, so that a new code is found.
    private static func cases(in path: String) throws -> [String] {
        let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return source.matches(of: /static let [A-Za-z]+ = Code\(rawValue: "([A-Za-z]+)"\)/).map { String($0.output.1) }
    }

    private static func page() throws -> String {
        try String(contentsOf: root.appendingPathComponent("docs/messages.md"), encoding: .utf8)
    }

    /// The rows of the first table below a heading, without its head.
    private static func rows(after heading: String) throws -> [[String]] {
        let lines = try page().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let table = lines.drop { $0 != heading }.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return table.dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
    }
}
#endif
