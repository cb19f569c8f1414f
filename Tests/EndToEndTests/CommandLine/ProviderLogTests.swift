import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The log and the metrics of keyfob-idp", .timeLimit(.minutes(10)))
struct ProviderLogTests {
    private static let executable = BuildProducts.executable("keyfob-idp")

    /// Serves with options, and returns what a body finds, and the output.
    private func serve<R>(
        _ options: String..., body: (JSONValue, any HTTPTransport, HTTPURL) async throws -> R
    ) async throws -> (R, ChildProcess.Outcome) {
        let tool = try Tool()
        let data = "\(tool.directory.path)/provider"
        let process = try ChildProcess(
            Self.executable, ["serve", "--port", "0", "--data", data, "--print-ready-json"] + options,
            environment: tool.environment)
        let result: Result<R, any Error>
        do {
            let line = try #require(await process.nextLine())
            let ready = try JSONValue(parsing: line)
            let base = try #require(HTTPURL(ready["base_url"]?.stringValue ?? "")).with(path: "/")
            result = .success(try await body(ready, AsyncHTTPTransport(trust: .caFile("\(data)/ca.pem")), base))
        } catch {
            result = .failure(error)
        }
        process.terminate()
        let outcome = await process.outcome()
        tool.remove()
        return (try result.get(), outcome)
    }

    @Test("--log-level info --log-format json: a line of JSON for each request, on standard error alone")
    func lines() async throws {
        let (id, outcome) = try await serve("--log-level", "info", "--log-format", "json") { _, transport, base in
            let id = "0f3c1c1e-1111-4111-8111-000000000001"
            var request = HTTPRequest.get(base.with(path: "/common/discovery/v2.0/keys", query: "q=hidden"))
            request.fields.set("client-request-id", id)
            let status = try await transport.send(request).status
            #expect(status == 200)
            return id
        }
        #expect(outcome.output.split(separator: "\n").count == 1)
        let lines = try outcome.errors.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        let own = lines.filter { $0["correlation_id"]?.stringValue == id }
        #expect(own.count == 1 && own.first?["endpoint"] == "keys" && own.first?["status"]?.integerValue == 200)
        #expect(lines.last?["message"] == "stopped")
        #expect(!outcome.errors.contains("hidden"))
    }

    // While the tests' logs are collected, everything is logged.
    @Test(
        "Without options there is no line for a request, and no address of metrics",
        .enabled(if: ProcessInfo.processInfo.environment["KEYFOB_TEST_LOGS"] == nil))
    func quiet() async throws {
        let (hasMetrics, outcome) = try await serve { ready, transport, base in
            var statuses: [Int] = []
            for path in ["/readyz", "/metrics"] {
                statuses.append(try await transport.send(.get(base.with(path: path))).status)
            }
            #expect(statuses == [200, 404])
            return ready["metrics_url"] != nil
        }
        #expect(!hasMetrics && outcome.errors.isEmpty)
    }

    @Test("--metrics-address serves Prometheus' text on loopback, with requests that the provider never saw")
    func metrics() async throws {
        let (text, _) = try await serve("--metrics-address", "0") { ready, transport, base in
            let url = try #require(ready["metrics_url"]?.stringValue)
            #expect(url.hasPrefix("http://127.0.0.1:"))
            #expect(try await transport.send(.get(base.with(path: "/common/discovery/v2.0/keys"))).status == 200)
            let found = try await ChildProcess.run(
                "/usr/bin/env", ["curl", "--silent", "--fail", "--max-time", "60", url],
                environment: ProcessInfo.processInfo.environment)
            return found.output
        }
        #expect(text.contains(#"keyfob_requests_total{endpoint="keys",status="200"} 1"#))
        #expect(text.contains("keyfob_passwords_waiting 0"))
    }

    @Test(
        "Wrong options are refused",
        arguments: [
            ["--log-level", "loud"], ["--log-format", "xml"], ["--metrics-address", "70000"],
            ["--metrics-address", "::1:1"],
        ])
    func wrong(options: [String]) async throws {
        let tool = try Tool()
        let outcome = try await ChildProcess.run(
            Self.executable, ["serve", "--data", "\(tool.directory.path)/provider"] + options,
            environment: tool.environment)
        tool.remove()
        #expect(outcome.status == 2 && outcome.errors.contains(options[0]))
    }
}
