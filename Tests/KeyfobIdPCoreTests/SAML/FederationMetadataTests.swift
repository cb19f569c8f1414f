import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML
import KeyfobTesting
import Testing

@Suite("Federation metadata")
struct FederationMetadataTests {
    private let path = "federationmetadata/2007-06/federationmetadata.xml"

    @Test("The metadata names the provider, its keys and its addresses")
    func content() async throws {
        let fixture = try await SAMLFixture(requiresSignature: true)
        func get(_ tenant: String, _ query: [(String, String)] = []) async throws -> String {
            let response = try await fixture.base.provider.send(.get(try fixture.base.url("/\(tenant)/\(path)", query)))
            #expect(response.status == 200)
            #expect(response.fields["Content-Type"]?.hasPrefix("application/xml") == true)
            return String(decoding: response.body, as: UTF8.self)
        }
        let xml = try await get("contoso.test")
        let address = "https://localhost:8443/\(SAMLFixture.tenant)/saml2"
        let bindings = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-"
        for part in [
            "entityID=\"https://sts.windows.net/\(SAMLFixture.tenant)/\"",
            "<SingleLogoutService Binding=\"\(bindings)Redirect\" Location=\"\(address)\">",
            "<SingleSignOnService Binding=\"\(bindings)Redirect\" Location=\"\(address)\">",
            "<SingleSignOnService Binding=\"\(bindings)POST\" Location=\"\(address)\">",
        ] {
            #expect(xml.contains(part), "\(part)")
        }
        let keys = try await fixture.base.provider.send(.get(try fixture.base.url("/common/discovery/v2.0/keys")))
        for key in keys.json["keys"]?.arrayValue ?? [] {
            let certificate = key["x5c"]?.arrayValue?.first?.stringValue ?? "?"
            #expect(xml.contains("<X509Certificate>\(certificate)</X509Certificate>"))
        }
        #expect(!xml.contains("WantAuthnRequestsSigned"))
        #expect(
            try await get("contoso.test", [("appid", SAMLFixture.clientID)]).contains(
                "WantAuthnRequestsSigned=\"true\""))
        #expect(try await get("common").contains("entityID=\"https://sts.windows.net/{tenantid}/\""))
        _ = try XMLReading.read(Array(xml.utf8), limits: XMLLimits())
    }

    @Test("An unknown tenant or application has no metadata, and a provider without an RSA key does not speak SAML")
    func refused() async throws {
        let fixture = try await SAMLFixture()
        func number(_ path: String, _ query: [(String, String)] = []) async throws -> Int64? {
            try await fixture.base.provider.send(.get(try fixture.base.url(path, query))).number
        }
        #expect(try await number("/nowhere.test/\(path)") == 90002)
        #expect(try await number("/contoso.test/\(path)", [("appid", "unknown")]) == 700016)
        let other = try await ProviderFixture()
        let response = try await other.provider.send(.get(try other.url("/contoso.test/\(path)")))
        #expect(response.status == 503)
        let page = try await other.provider.send(.get(try other.url("/contoso.test/saml2", [("SAMLRequest", "AAAA")])))
        #expect(SAMLFixture.number(page) == 90033)
    }
}
