#if Server && LinuxTransport
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The README's quick start", .timeLimit(.minutes(3)))
struct QuickStartTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The lines that a user pastes, on the test's own port and with programs that are built already.
    private static func lines(port: Int) throws -> [String] {
        let page = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let block = try #require(
            page.split(separator: "```").first { $0.contains("keyfob idp serve &") && $0.contains("make build") })
        return block.split(separator: "\n").map(String.init).filter { $0 != "make build" }.map { line in
            line.replacing(
                ".build/debug", with: BuildProducts.folder.split(separator: "/").suffix(2).joined(separator: "/")
            )
            .replacing("$PWD/", with: "\(BuildProducts.folder)/../../")
            .replacing("keyfob idp serve", with: "keyfob idp serve --port \(port)")
            .replacing("localhost:8443", with: "localhost:\(port)")
        }
    }

    /// A free port that the kernel does not assign by itself: no other test takes it before the provider does.
    private static func freePort() throws -> Int {
        let range = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
        let firstEphemeral = range?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) } ?? 32_768
        // Where the kernel assigns every port, any has to do.
        let count = (firstEphemeral > 2_048 ? firstEphemeral : 65_536) - 1_024
        let start = Int(getpid())
        let port = (0..<count).lazy.map { 1_024 + (start + $0) % count }.first { isFree($0) }
        return try #require(port)
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, SocketType.stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    @Test("pasted unchanged it signs a user in and prints a token, without a pause between the lines")
    func pasted() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let lines = try Self.lines(port: Self.freePort())
        #expect(lines.count >= 7)
        // Everything that it writes is in its KEYFOB_HOME, which is set here.
        var environment = tool.environment
        environment["TMPDIR"] = tool.directory.path
        environment["KEYFOB_HOME"] = nil
        let script = (["trap 'kill $!; wait' EXIT"] + lines).joined(separator: "\n")
        let shell = try ChildProcess("/bin/bash", ["-c", script], environment: environment)
        var said: [String] = []
        var page: HTTPURL?
        while page == nil, let line = await shell.nextLine() {
            said.append(line)
            if line.contains("/oauth2/v2.0/authorize?") { page = HTTPURL(line) }
        }
        if let page {
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
            let home = try #require(names.first { $0.hasPrefix("tmp.") })
            let transport = try AsyncHTTPTransport(trust: .caFile("\(tool.directory.path)/\(home)/idp/ca.pem"))
            var browser = FormBrowser(transport: transport)
            let visit = try await SignInScene.ada.visit(page, with: &browser)
            if let redirect = visit.redirect.flatMap({ HTTPURL($0) }) { _ = try await transport.send(.get(redirect)) }
        }
        let outcome = await shell.outcome()
        #expect(outcome.output.contains("Signed in as ada@contoso.test"), "\(said) \(outcome.errors)")
        #expect(outcome.output.contains("\neyJ"), "no token: \(outcome.errors)")
        let accounts = outcome.output.split(separator: "\n").filter { $0.hasPrefix("ada@contoso.test  ") }
        #expect(accounts.count == 1)
    }
}
#endif
