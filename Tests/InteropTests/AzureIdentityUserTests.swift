import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The credentials of azure-identity that sign a user in.
@Suite("azure-identity for users", .timeLimit(.minutes(10)))
struct AzureIdentityUserTests {
    private let call: [String: JSONValue] = [
        "public_client": .string(Contoso.suite), "scope": .string(Contoso.read),
    ]

    /// The owner of the files that the API lists for a token.
    private func owner(_ result: JSONValue, at provider: RunningProvider) async throws -> String? {
        var request = HTTPRequest.get(try #require(HTTPURL("\(provider.origin)/api/files")))
        request.fields.set("Authorization", "Bearer \(result["access_token"]?.stringValue ?? "")")
        return try JSONValue(parsing: try await provider.transport.send(request).body)["owner"]?.stringValue
    }

    @Test("DeviceCodeCredential: the user enters the code, and the API accepts the token")
    func deviceCode() async throws {
        try await RunningProvider.with { provider in
            let client = try await ConfidentialPython(provider)
            defer { client.close() }
            let prompt = try await client(
                "azure_identity", call.merging(["kind": "DeviceCodeCredential"]) { $1 })
            let visit = try await provider.visit(
                try #require(prompt["page"]?.stringValue), as: Contoso.ada,
                userCode: try #require(prompt["code"]?.stringValue))
            #expect(visit.pages.last == "device-done")
            let result = try await client("entered")
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            #expect(try await owner(result, at: provider) == Contoso.ada)
        }
    }

    @Test("InteractiveBrowserCredential: the user signs in in Chromium, and the API accepts the token")
    func interactiveBrowser() async throws {
        try await RunningProvider.with { provider in
            let chromium = try await Chromium(trusting: provider.caFile, transport: provider.transport)
            let outcome = await Result {
                let client = try await ConfidentialPython(
                    provider,
                    environment: [
                        "BROWSER": Witness.root + "/Tests/InteropTests/Python/open_in_session.py",
                        "WEBDRIVER_SESSION": chromium.browser.session.description,
                    ])
                defer { client.close() }
                async let answer = client(
                    "azure_identity", call.merging(["kind": "InteractiveBrowserCredential"]) { $1 })
                try await chromium.browser.completeSignIn(as: Contoso.ada)
                let result = try await answer
                #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
                #expect(try await owner(result, at: provider) == Contoso.ada)
            }
            await chromium.close()
            try outcome.get()
        }
    }
}
