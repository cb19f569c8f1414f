import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The current MSAL Python release as a client of the provider; a `FormBrowser` is the person.
@Suite("MSAL Python", .timeLimit(.minutes(10)))
struct MSALPythonTests {
    private let redirect = "http://localhost/contoso-a"

    private func withClient(
        authority: String = Contoso.tenant, _ body: (RunningProvider, MSALPython) async throws -> Void
    ) async throws {
        try await RunningProvider.with { provider in
            let client = try await MSALPython(
                clientID: Contoso.suite, authority: "\(provider.origin)/\(authority)", caFile: provider.caFile)
            do {
                try await body(provider, client)
            } catch {
                client.close()
                throw error
            }
            client.close()
        }
    }

    /// Signs in with code and PKCE, and returns MSAL's result.
    private func signIn(
        _ client: MSALPython, at provider: RunningProvider, scopes: [String] = [Contoso.read],
        as user: String = Contoso.ada
    ) async throws -> JSONValue {
        try await client.signIn(at: provider, redirect: redirect, scopes: scopes, as: user)
    }

    @Test("Authorization code with PKCE: MSAL accepts the response, its id token and its account")
    func authorizationCode() async throws {
        try await withClient { provider, client in
            let result = try await signIn(client, at: provider)
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            #expect(result["token_type"] == "Bearer")
            #expect(result["access_token"]?.stringValue?.isEmpty == false)
            #expect(result["id_token_claims"]?["preferred_username"]?.stringValue == Contoso.ada)
            #expect(result["id_token_claims"]?["tid"]?.stringValue == Contoso.tenant)
            let accounts = try await client("accounts")["accounts"]?.arrayValue ?? []
            #expect(accounts.map { $0["username"]?.stringValue } == [Contoso.ada])
            #expect(accounts.first?["home_account_id"]?.stringValue?.hasSuffix("." + Contoso.tenant) == true)
        }
    }

    @Test("The same through the segments common and organizations", arguments: ["common", "organizations"])
    func commonAuthority(segment: String) async throws {
        try await withClient(authority: segment) { provider, client in
            let result = try await signIn(client, at: provider)
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            let silent = try await client("acquire_token_silent", ["scopes": .strings([Contoso.read])])
            #expect(silent["access_token"] == result["access_token"])
        }
    }

    @Test("Silent from the cache: no request leaves the process")
    func silentFromCache() async throws {
        try await withClient { provider, client in
            let result = try await signIn(client, at: provider)
            _ = try await client.requests()
            let silent = try await client("acquire_token_silent", ["scopes": .strings([Contoso.read])])
            #expect(silent["access_token"] == result["access_token"])
            #expect(silent["token_source"] == "cache")
            #expect(try await client.requests().isEmpty)
        }
    }

    @Test("Silent refresh: once the token has expired, one request obtains another")
    func silentRefresh() async throws {
        try await withClient { provider, client in
            let result = try await signIn(client, at: provider)
            try await provider.admin.advanceClock(seconds: 2 * 3600)
            try await client("advance_clock", ["seconds": 7200])
            _ = try await client.requests()
            let silent = try await client("acquire_token_silent", ["scopes": .strings([Contoso.read])])
            #expect(silent["error"] == nil, "\(silent["error_description"]?.stringValue ?? "")")
            #expect(silent["token_source"] == "identity_provider")
            #expect(silent["access_token"]?.stringValue?.isEmpty == false)
            #expect(silent["access_token"] != result["access_token"])
            #expect(try await client.requests() == ["/\(Contoso.tenant)/oauth2/v2.0/token"])
        }
    }

    @Test("A forced refresh, and a refresh for another scope of the account")
    func forcedRefresh() async throws {
        try await withClient { provider, client in
            let result = try await signIn(client, at: provider, scopes: [Contoso.read, Contoso.readWrite])
            let forced = try await client(
                "acquire_token_silent", ["scopes": .strings([Contoso.read]), "force_refresh": true])
            #expect(forced["access_token"]?.stringValue?.isEmpty == false)
            #expect(forced["access_token"] != result["access_token"])
        }
    }

    @Test("Device code: pending until the user has entered the code, then tokens")
    func deviceCode() async throws {
        try await withClient { provider, client in
            let flow = try await client("initiate_device_flow", ["scopes": .strings([Contoso.read])])
            let code = try #require(flow["user_code"]?.stringValue)
            #expect(flow["message"]?.stringValue?.contains(code) == true)
            #expect(try await client("poll_device_flow")["error"] == "authorization_pending")
            let visit = try await provider.visit(
                try #require(flow["verification_uri"]?.stringValue), as: Contoso.ada, userCode: code)
            #expect(visit.pages.last == "device-done")
            try await provider.admin.advanceClock(seconds: 10)
            let result = try await client("acquire_token_by_device_flow")
            #expect(result["error"] == nil, "\(result["error_description"]?.stringValue ?? "")")
            #expect(result["id_token_claims"]?["preferred_username"]?.stringValue == Contoso.ada)
            let again = try await client("acquire_token_by_device_flow")
            #expect(again["error"]?.stringValue?.isEmpty == false, "a device code is redeemed once")
        }
    }

    @Test("Account removal: the account leaves the list, and silent calls fail")
    func accountRemoval() async throws {
        try await withClient { provider, client in
            _ = try await signIn(client, at: provider)
            let removed = try await client("remove_account", ["username": .string(Contoso.ada)])
            #expect(removed["cached"] == 0)
            #expect(try await client("accounts")["accounts"] == [])
            let silent = try await client("acquire_token_silent", ["scopes": .strings([Contoso.read])])
            #expect(silent["access_token"] == nil)
        }
    }

    @Test("A revoked session: MSAL gets invalid_grant and AADSTS50173")
    func revoked() async throws {
        try await withClient { provider, client in
            _ = try await signIn(client, at: provider)
            try await provider.admin.advanceClock(seconds: 10)
            try await provider.admin.revoke(user: Contoso.ada)
            let silent = try await client(
                "acquire_token_silent", ["scopes": .strings([Contoso.read]), "force_refresh": true])
            #expect(silent["error"] == "invalid_grant")
            #expect(silent["error_codes"] == [50173])
        }
    }
}
