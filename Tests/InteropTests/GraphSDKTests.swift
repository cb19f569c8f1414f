import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// Microsoft's SDK of Graph for Python, which administers the directory as an application.
@Suite("Graph SDK", .timeLimit(.minutes(10)))
struct GraphSDKTests {
    /// The SDK at the end of a pipe.
    private struct GraphPython: Sendable {
        let process: ChildProcess

        init(_ provider: RunningProvider, secret: String) async throws {
            var environment = ProcessInfo.processInfo.environment
            for name in ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy"] {
                environment[name] = nil
            }
            process = try ChildProcess(
                try await Witness.python(), [Witness.root + "/Tests/InteropTests/Python/graph_client.py"],
                environment: environment)
            try await exchange([
                "origin": .string(provider.origin), "tenant": .string(Contoso.tenant),
                "client_id": .string(Contoso.web), "secret": .string(secret), "ca_file": .string(provider.caFile),
            ])
        }

        @discardableResult
        func callAsFunction(_ name: String, _ arguments: [String: JSONValue] = [:]) async throws -> JSONValue {
            try await exchange(.object(arguments.merging(["call": .string(name)]) { $1 }))
        }

        @discardableResult
        private func exchange(_ call: JSONValue) async throws -> JSONValue {
            try process.write(call.text() + "\n")
            guard let line = await process.nextLine() else {
                throw Witness.Missing(description: "The interpreter ended: \(await process.outcome().errors)")
            }
            return try JSONValue(parsing: line)
        }
    }

    @Test("Users, groups, applications, deleted items, locations and batches, in the SDK's own types")
    func administration() async throws {
        try await RunningProvider.with { provider in
            try await provider.admin.assign(
                [
                    "Directory.ReadWrite.All", "User.ReadWrite.All", "Group.ReadWrite.All",
                    "Application.ReadWrite.All", "Policy.Read.All", "Policy.ReadWrite.ConditionalAccess",
                    "AuditLog.Read.All",
                ], of: "https://graph.microsoft.com", to: Contoso.web)
            let graph = try await GraphPython(provider, secret: try await provider.webSecret())
            defer { graph.process.terminate() }

            let names = ["quinn1", "quinn2", "quinn3", "quinn4", "quinn5"]
            let users = try await graph("create_users", ["names": .strings(names)])
            let ids = try #require(users.arrayValue, "\(users)")
            let pages = try await graph("pages", ["prefix": "quinn"])
            #expect(pages["names"] == .strings(names.reversed()), "\(pages)")
            #expect(pages["count"] == 5 && pages["next"]?.stringValue?.hasPrefix(provider.origin) == true)
            #expect(try await graph("search", ["text": "quinn3"]) == ["quinn3"])

            let group = try await graph("make_group", ["members": .array(Array(ids.prefix(2)))])
            #expect(Set(group["members"]?.arrayValue ?? []) == [["User", ids[0]], ["User", ids[1]]], "\(group)")
            let application = try await graph("make_application")
            let directory = AzureDirectory.Tokens(provider: provider)
            let client = try #require(application["client"]?.stringValue, "\(application)")
            let secret = application["secret"]?.stringValue ?? ""
            #expect(try await directory.refusal(client: client, secret: secret) == nil)

            #expect(try await graph("update_user", ["id": ids[0], "title": "Librarian"]) == "Librarian")
            #expect(try await directory.refusal(user: "quinn1@contoso.test", "Correct-horse-7") == nil)
            #expect(try await graph("delete_user", ["id": ids[0]]) == .array([ids[0]]))
            #expect(try await directory.refusal(user: "quinn1@contoso.test", "Correct-horse-7") == 50_126)
            #expect(try await graph("restore", ["id": ids[0]]) == ["User", ids[0]])
            #expect(try await directory.refusal(user: "quinn1@contoso.test", "Correct-horse-7") == nil)

            #expect(try await graph("named_location") == ["IpNamedLocation", "192.0.2.0/24", true])
            #expect(try await graph("sign_ins").arrayValue?.contains("quinn1@contoso.test") == true)
            #expect(try await graph("batch", ["ids": [ids[1], "missing@contoso.test"]]) == [200, 404])
            let refused = try await graph("get_user", ["id": "missing@contoso.test"])
            #expect(refused["code"] == "Request_ResourceNotFound" && refused["status"] == 404, "\(refused)")
        }
    }
}
