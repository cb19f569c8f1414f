import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Faults of keyfob-idp", .timeLimit(.minutes(10)))
struct ProviderFaultTests {
    private static let executable = BuildProducts.executable("keyfob-idp")

    @Test("--fault makes a fresh provider fail, delay responses and close connections; --profile strict is served")
    func options() async throws {
        let tool = try Tool()
        let data = "\(tool.directory.path)/provider"
        let process = try ChildProcess(
            Self.executable,
            [
                "serve", "--port", "0", "--data", data, "--print-ready-json", "--profile", "strict", "--fault",
                "keys=503x2", "--fault", "discovery=drop", "--fault", "instance=late:300",
            ], environment: tool.environment)
        let result: Result<Void, any Error>
        do {
            let ready = try JSONValue(parsing: try #require(await process.nextLine()))
            let address = try #require(ready["base_url"]?.stringValue)
            let base = try #require(HTTPURL(address)).with(path: "/")
            result = .success(try await faults(at: base, AsyncHTTPTransport(trust: .caFile("\(data)/ca.pem"))))
        } catch {
            result = .failure(error)
        }
        process.terminate()
        _ = await process.outcome()
        tool.remove()
        try result.get()
    }

    private func faults(at base: HTTPURL, _ transport: some HTTPTransport) async throws {
        func get(_ path: String, query: String? = nil) async throws -> HTTPResponse {
            try await transport.send(.get(base.with(path: path, query: query)))
        }
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await get("/common/discovery/v2.0/keys").status) }
        #expect(statuses == [503, 503, 200])
        let document = "/contoso.test/v2.0/.well-known/openid-configuration"
        await #expect(throws: TransportError.self) { _ = try await get(document) }
        let metadata = try ProviderMetadata(parsing: try await get(document).body)
        #expect(metadata.sendsIssuerInResponse)
        let query = "api-version=1.1&authorization_endpoint=\(base.origin)/common/oauth2/v2.0/authorize"
        let start = ContinuousClock.now
        #expect(try await get("/common/discovery/instance", query: query).status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(300))
    }

    @Test("A malformed fault is wrong use, and the message shows the format", arguments: ["token", "x=503"])
    func malformed(fault: String) async throws {
        let tool = try Tool()
        let outcome = try await ChildProcess.run(
            Self.executable, ["serve", "--port", "0", "--data", "\(tool.directory.path)/provider", "--fault", fault],
            environment: tool.environment)
        tool.remove()
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("ENDPOINT=FAULT"))
    }
}
