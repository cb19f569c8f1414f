import Foundation
import KeyfobIdPHTTP
import KeyfobOAuth
import Testing

@Suite("Oversized bodies", .timeLimit(.minutes(10)))
struct BodyLimitTests {
    private let limits = ServerLimits(bodyBytes: 1000, discardedBytes: 1 << 20)

    private func file(_ bytes: Int) throws -> String {
        let path = NSTemporaryDirectory() + "keyfob-body-" + UUID().uuidString
        try Data(repeating: 0x61, count: bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("A body of exactly the limit is handled", arguments: [["Expect:"], ["Transfer-Encoding: chunked"]])
    func exactly(fields: [String]) async throws {
        let body = try file(1000)
        defer { try? FileManager.default.removeItem(atPath: body) }
        try await withServer(limits: limits, handler: echo) { server, curl in
            let answer = try await curl(
                "-H", fields[0], "--data-binary", "@\(body)", "https://localhost:\(server.port)/")
            #expect(answer.status == 200)
            #expect(answer.body.contains(#""length":1000"#))
        }
    }

    @Test(
        "A larger one gets 413, announced or not, and the next request on the connection is answered",
        arguments: [["Expect:"], ["Transfer-Encoding: chunked"]])
    func larger(fields: [String]) async throws {
        let body = try file(300_000)
        defer { try? FileManager.default.removeItem(atPath: body) }
        try await withServer(limits: limits, handler: echo) { server, curl in
            let url = "https://localhost:\(server.port)/"
            let answer = try await curl(
                "-H", fields[0], "--data-binary", "@\(body)", url, "--next", "--silent", "--include", "--cacert",
                curl.caFile, "--write-out", "connects: %{num_connects}", url)
            #expect(answer.status == 413)
            #expect(answer.body.contains("HTTP/1.1 200"))
            #expect(answer.body.hasSuffix("connects: 0"))
        }
    }

    @Test("A far larger one gets 413 and a closed connection", arguments: [["Expect:"], ["X-A: b"]])
    func beyondMeasure(fields: [String]) async throws {
        let body = try file(4 << 20)
        defer { try? FileManager.default.removeItem(atPath: body) }
        try await withServer(limits: limits, handler: echo) { server, curl in
            let url = "https://localhost:\(server.port)/"
            let answer = try await curl("-H", fields[0], "--data-binary", "@\(body)", url)
            #expect(answer.status == 413 || answer.status == 0)
            let next = try await curl(url)
            #expect(next.status == 200)
        }
    }

    @Test("Header fields beyond the limit are refused, and the server keeps running")
    func headers() async throws {
        try await withServer(handler: echo) { server, curl in
            let url = "https://localhost:\(server.port)/"
            let long = try await curl("-H", "X-A: " + String(repeating: "a", count: 60_000), url)
            #expect(long.status == 400 || long.status == 431)
            let next = try await curl(url)
            #expect(next.status == 200)
        }
    }
}
