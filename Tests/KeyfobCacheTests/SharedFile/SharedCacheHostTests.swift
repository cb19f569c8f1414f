import KeyfobCache
import KeyfobCore
import Testing

@Suite("Hosts and ports in the shared cache")
struct SharedCacheHostTests {
    private let entry = #"""
        {"RefreshToken": {"k": {"credential_type": "RefreshToken", "secret": "s", "home_account_id": "u.t",
        "environment": "ENVIRONMENT", "client_id": "c"}}}
        """#

    private func environment(_ written: String, authority: String?) throws -> String? {
        let bytes = Array(entry.replacing("ENVIRONMENT", with: written).utf8)
        return try SharedCaches.contents(bytes, authority: authority).partition(homeAccountID: "u.t")?.refreshTokens
            .first?.environment
    }

    @Test("A host without port is taken for the authority's, and another host for itself")
    func bareHost() throws {
        #expect(try environment("localhost", authority: "localhost:8443") == "localhost:8443")
        #expect(try environment("LocalHost", authority: "localhost:8443") == "localhost:8443")
        #expect(try environment("localhost", authority: nil) == "localhost")
        #expect(try environment("localhost:9443", authority: "localhost:8443") == "localhost:9443")
        #expect(try environment("localhost:443", authority: "localhost:8443") == "localhost")
        #expect(try environment("contoso.test", authority: "localhost:8443") == "contoso.test")
        #expect(try environment("::1", authority: "[::1]:8443") == "[::1]:8443")
        #expect(try environment("sts.windows.net", authority: "localhost:8443") == "login.windows.net")
        #expect(try environment("login.microsoftonline.com", authority: nil) == "login.windows.net")
    }

    @Test(
        "Entries written for one port belong to that port, whichever library reads them",
        arguments: ["localhost:8443", "localhost", "contoso.test", "[::1]:8443", "127.0.0.1:8443"])
    func written(environment: String) throws {
        let bytes = try SharedCaches.edit(Array("{}".utf8), authority: environment) { transaction in
            try CredentialRules.save(SharedCaches.response("t", environment: environment), in: transaction)
        }
        for authority in [environment, nil, "localhost:9443", "[::1]:9443"] {
            let partition = try #require(
                try SharedCaches.contents(bytes, authority: authority).partition(homeAccountID: SharedCaches.home))
            #expect(partition.refreshTokens.map(\.environment) == [environment])
            #expect(partition.accounts.map(\.environment) == [environment])
            let other = CredentialRules.refreshToken(
                in: partition, clientID: SharedCaches.client, app: "app", environment: "localhost:9443")
            #expect(other == nil, "no refresh token is returned for another port")
        }
        let document = try SharedCacheDocument(parsing: bytes)
        let key = try #require(document.keys(of: "RefreshToken").first)
        let member = try JSONValue(parsing: document.text(of: key, in: "RefreshToken") ?? "")["environment"]
        #expect(member?.stringValue?.contains("8443") == false, "as MSAL Python expects it")
    }

    @Test("Two providers on one host have separate entries")
    func twoPorts() throws {
        var bytes = Array("{}".utf8)
        for environment in ["localhost:8443", "localhost:9443"] {
            bytes = try SharedCaches.edit(bytes, authority: environment) { transaction in
                try CredentialRules.save(
                    SharedCaches.response(environment, environment: environment), in: transaction)
            }
        }
        let partition = try #require(
            try SharedCaches.contents(bytes, authority: nil).partition(homeAccountID: SharedCaches.home))
        for environment in ["localhost:8443", "localhost:9443"] {
            let token = CredentialRules.refreshToken(
                in: partition, clientID: SharedCaches.client, app: "app", environment: environment)
            #expect(try token?.secret == Secret("refresh of \(environment)"))
        }
    }

    @Test("New entries of a known cloud are stored under the authority's name for it")
    func aliases() throws {
        let bytes = try SharedCaches.edit(Array("{}".utf8), authority: "login.microsoft.com") { transaction in
            try CredentialRules.save(SharedCaches.response("t", environment: "login.microsoft.com"), in: transaction)
        }
        let keys = try SharedCacheDocument(parsing: bytes).keys(of: "RefreshToken")
        #expect(keys == ["\(SharedCaches.home)-login.microsoft.com-refreshtoken-\(SharedCaches.client)--"])
    }
}
