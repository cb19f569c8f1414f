import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The current releases of MSAL Python and azure-identity as confidential clients of the provider.
@Suite("Confidential clients in Python", .timeLimit(.minutes(10)))
struct ConfidentialClientTests {
    private let scope = "api://files/.default"

    private func withClient(
        _ body: (RunningProvider, ConfidentialPython, String) async throws -> Void
    ) async throws {
        try await RunningProvider.with { provider in
            let secret = try await provider.webSecret()
            try await provider.admin.assign(["Files.Read.All"], of: "api://files", to: Contoso.web)
            let client = try await ConfidentialPython(provider)
            let outcome = await Result {
                try await body(provider, client, secret)
            }
            client.close()
            try outcome.get()
        }
    }

    /// Whether Contoso Files admits the client itself with a token.
    private func isAdmitted(_ result: JSONValue, _ provider: RunningProvider) async throws -> Bool {
        let url = try #require(HTTPURL("\(provider.origin)/api/users/\(Contoso.ada)/files"))
        var request = HTTPRequest.get(url)
        request.fields.set("Authorization", "Bearer \(result["access_token"]?.stringValue ?? "")")
        return try await provider.transport.send(request).status == 200
    }

    /// A token for Contoso Web that an app of Ada's has.
    private func userToken(_ provider: RunningProvider) async throws -> JSONValue {
        try await provider.consent(nil, to: Contoso.web, resource: "api://files", ["Files.Read"])
        let app = try await MSALPython(
            clientID: Contoso.suite, authority: "\(provider.origin)/\(Contoso.tenant)", caFile: provider.caFile)
        defer { app.close() }
        return try await app.signIn(at: provider, scopes: ["api://contoso-web/Access"])["access_token"] ?? .null
    }

    @Test("MSAL's acquire_token_for_client with a secret: a token that the API admits, and then the cache")
    func secret() async throws {
        try await withClient { provider, client, secret in
            let result = try await client(
                "acquire_token_for_client", ["credential": .string(secret), "scopes": [.string(scope)]])
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            #expect(result["is_cached"] == true)
            #expect(try await isAdmitted(result, provider))
            let wrong = try await client(
                "acquire_token_for_client", ["credential": "wrong", "scopes": [.string(scope)]])
            #expect(wrong["error"] == "invalid_client" && wrong["error_codes"] == [7_000_215])
        }
    }

    @Test("The same with a certificate: RS256 with x5t, PS256 with x5t#S256, and with the chain in the header")
    func certificates() async throws {
        try await withClient { provider, client, _ in
            let made = try await client.certificate(for: provider)
            func ask(_ names: String...) async throws -> JSONValue {
                let members = names.map { ($0, made[$0] ?? .null) }
                let credential = JSONValue.object(Dictionary(members) { first, _ in first })
                return try await client(
                    "acquire_token_for_client", ["credential": credential, "scopes": [.string(scope)]])
            }
            for names in [("private_key", "thumbprint"), ("private_key", "public_certificate")] {
                let result = try await ask(names.0, names.1)
                #expect(result["error"] == nil, "\(names): \(result["error_description"]?.stringValue ?? "")")
                #expect(try await isAdmitted(result, provider))
            }
            let both = try await ask("private_key", "thumbprint", "public_certificate")
            #expect(try await isAdmitted(both, provider))
            let other = try await client("make_certificate", ["common_name": "Contoso Web"])
            let refused = try await client(
                "acquire_token_for_client",
                [
                    "credential": [
                        "private_key": other["private_key"] ?? .null,
                        "public_certificate": other["public_certificate"] ?? .null,
                    ], "scopes": [.string(scope)],
                ])
            #expect(refused["error_codes"] == [700_027])
        }
    }

    @Test("The same with the assertion of another issuer")
    func assertion() async throws {
        try await withClient { provider, client, _ in
            let token = try await client.federatedToken(for: provider)
            let credential: JSONValue = ["client_assertion": token]
            for _ in 0..<2 {
                let result = try await client(
                    "acquire_token_for_client", ["credential": credential, "scopes": [.string(scope)]])
                #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
                #expect(try await isAdmitted(result, provider))
            }
        }
    }

    @Test("MSAL's authorization code flow of a server, and a refresh")
    func authorizationCode() async throws {
        try await withClient { provider, client, secret in
            let flow = try await client(
                "initiate_auth_code_flow",
                [
                    "credential": .string(secret), "scopes": [.string(Contoso.read)],
                    "redirect_uri": .string(Contoso.webRedirect),
                ])
            let visit = try await provider.visit(try #require(flow["auth_uri"]?.stringValue), as: Contoso.ada)
            let query = try #require(visit.redirect).split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
            let pairs = try FormParameters(parsing: query).pairs.map { ($0.name, JSONValue.string($0.value)) }
            let result = try await client(
                "acquire_token_by_auth_code_flow", ["response": .object(Dictionary(pairs) { first, _ in first })])
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            #expect(result["id_token_claims"]?["preferred_username"]?.stringValue == Contoso.ada)
            let silent = try await client("acquire_token_silent", ["scopes": [.string(Contoso.read)]])
            #expect(silent["error"] == nil, "\(silent["error_description"]?.stringValue ?? "")")
            #expect(silent["token_source"] == "identity_provider")
        }
    }

    @Test("MSAL's acquire_token_on_behalf_of and azure-identity's OnBehalfOfCredential")
    func onBehalfOf() async throws {
        try await withClient { provider, client, secret in
            let token = try await userToken(provider)
            let result = try await client(
                "acquire_token_on_behalf_of",
                [
                    "credential": .string(secret), "user_assertion": token, "scopes": [.string(Contoso.read)],
                ])
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            let other = try await client(
                "azure_identity",
                [
                    "kind": "OnBehalfOfCredential", "scope": .string(Contoso.read), "secret": .string(secret),
                    "user_assertion": token,
                ])
            #expect(other["error"] == nil, "\(other["error_description"]?.stringValue ?? "")")
            for answer in [result, other] {
                let url = try #require(HTTPURL("\(provider.origin)/api/files"))
                var request = HTTPRequest.get(url)
                request.fields.set("Authorization", "Bearer \(answer["access_token"]?.stringValue ?? "")")
                let files = try JSONValue(parsing: try await provider.transport.send(request).body)
                #expect(files["owner"]?.stringValue == Contoso.ada)
            }
        }
    }

    @Test("MSAL's acquire_token_by_username_password asks for the realm, and gets the user's token")
    func password() async throws {
        try await withClient { provider, client, secret in
            try await provider.consent(nil, to: Contoso.web, resource: "api://files", ["Files.Read"])
            func ask(_ password: String) async throws -> JSONValue {
                try await client(
                    "acquire_token_by_username_password",
                    [
                        "credential": .string(secret), "username": .string(Contoso.ada),
                        "password": .string(password), "scopes": [.string(Contoso.read)],
                    ])
            }
            let result = try await ask(Contoso.password)
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            #expect(result["id_token_claims"]?["preferred_username"]?.stringValue == Contoso.ada)
            let refused = try await ask("wrong")
            #expect(refused["error_codes"] == [50126])
        }
    }

    @Test("azure-identity's credentials by secret, certificate, assertion and workload identity")
    func azureIdentity() async throws {
        try await withClient { provider, client, secret in
            let made = try await client.certificate(for: provider)
            let token = try await client.federatedToken(for: provider)
            let members = [
                "private_key": made["private_key"] ?? .null, "public_certificate": made["public_certificate"] ?? .null,
            ]
            let credentials: [(String, [String: JSONValue])] = [
                ("ClientSecretCredential", ["secret": .string(secret)]), ("CertificateCredential", members),
                ("CertificateCredential", members.merging(["chain": true]) { $1 }),
                ("ClientAssertionCredential", ["token": token]), ("WorkloadIdentityCredential", ["token": token]),
            ]
            for (kind, arguments) in credentials {
                var call = arguments
                call["kind"] = .string(kind)
                call["scope"] = .string(scope)
                let result = try await client("azure_identity", call)
                #expect(result["error"] == nil, "\(kind): \(result["error_description"]?.stringValue ?? "")")
                #expect(try await isAdmitted(result, provider), "\(kind)")
            }
            let wrong = try await client(
                "azure_identity",
                ["kind": "ClientSecretCredential", "secret": "wrong", "scope": .string(scope)])
            #expect(wrong["error_description"]?.stringValue?.contains("AADSTS7000215") == true)
        }
    }
}
