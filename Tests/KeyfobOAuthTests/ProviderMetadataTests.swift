import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("Provider metadata")
struct ProviderMetadataTests {
    private func document(_ change: [String: JSONValue?] = [:]) -> [UInt8] {
        var json: [String: JSONValue] = [
            "issuer": "https://login.test/{tenantid}/v2.0",
            "authorization_endpoint": "https://login.test/common/oauth2/v2.0/authorize",
            "token_endpoint": "https://login.test/common/oauth2/v2.0/token",
            "jwks_uri": "https://login.test/common/discovery/v2.0/keys", "kerberos_endpoint": "https://login.test/k",
        ]
        for (name, value) in change { json[name] = value }
        return JSONValue.object(json).bytes()
    }

    @Test("unknown members are kept")
    func roundTrip() throws {
        let metadata = try ProviderMetadata(parsing: document())
        #expect(metadata.additional["kerberos_endpoint"] == "https://login.test/k")
        #expect(try ProviderMetadata(parsing: metadata.json.bytes()) == metadata)
    }

    @Test("the issuer of the multi-tenant endpoints is a template for each tenant's id")
    func issuer() throws {
        let metadata = try ProviderMetadata(parsing: document())
        #expect(metadata.issuerNamesEveryTenant)
        #expect(metadata.issuer(tenantID: "t-1") == "https://login.test/t-1/v2.0")
    }

    @Test(
        "a document without an endpoint, or with one that is not https, is refused",
        arguments: ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"])
    func missing(_ name: String) {
        #expect(throws: MessageError.self) { try ProviderMetadata(parsing: document([name: nil])) }
        #expect(throws: MessageError.self) { try ProviderMetadata(parsing: document([name: .some(1)])) }
        if name != "issuer" {
            #expect(throws: MessageError.self) {
                try ProviderMetadata(parsing: document([name: .some("http://login.test/x")]))
            }
        }
    }

    @Test("an authority determines the URLs of its documents")
    func addresses() throws {
        let authority = try Authority("https://LOCALHOST:8443/Contoso.test/oauth2")
        #expect(
            authority.discoveryURL()?.description
                == "https://localhost:8443/contoso.test/v2.0/.well-known/openid-configuration")
        #expect(
            authority.discoveryURL(.v1)?.description
                == "https://localhost:8443/contoso.test/.well-known/openid-configuration")
        let instance = try #require(authority.instanceDiscoveryURL(asking: "login.test"))
        #expect(instance.hostAndPort == "login.test" && instance.path == "/common/discovery/instance")
        let query = try FormParameters(parsing: instance.query ?? "")
        #expect(query["authorization_endpoint"] == "https://localhost:8443/contoso.test/oauth2/v2.0/authorize")
        #expect(query["api-version"] == "1.1")
    }
}
