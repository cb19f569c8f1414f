import KeyfobCore
import Testing

@Suite("Authority")
struct AuthorityTests {
    @Test("reads host, port and tenant, in lower case")
    func reads() throws {
        let authority = try Authority("https://LOGIN.Microsoftonline.com/Common/v2.0?x=y")
        #expect(authority.environment == "login.microsoftonline.com" && authority.tenant == "common")
        #expect(authority.isMultiTenant && authority.description == "https://login.microsoftonline.com/common")
        let local = try Authority("https://localhost:8443/contoso.test/")
        #expect(local.environment == "localhost:8443" && !local.isMultiTenant)
        #expect(local.with(tenant: "Organizations").description == "https://localhost:8443/organizations")
    }

    @Test(
        "refuses what is not an https URL with a tenant, and says what to write",
        arguments: [
            "", "common", "login.microsoftonline.com/common", "http://localhost/common", "https://host",
            "https://host/",
            "https://host//", "https://u@host/t", "https://host/%ff", "https://host/..", "https://host/%2e%2E",
        ])
    func refuses(text: String) {
        let error = #expect(throws: AuthError.self) { try Authority(text) }
        #expect(error?.code == .configuration)
        #expect(error?.remedy?.contains("https://HOST/TENANT") == true)
    }

    @Test("a cloud's hosts are aliases of one another; an unknown host stands for itself with its port")
    func clouds() throws {
        let cloud = try Authority("https://sts.windows.net/common").cloud
        #expect(cloud.preferredCache == "login.windows.net" && cloud.aliases.contains("login.microsoftonline.com"))
        #expect(try Authority("https://localhost:8443/t").cloud.aliases == ["localhost:8443"])
        #expect(Cloud.containing("LOGIN.microsoft.com") == cloud)
    }

    @Test("client info gives the account's id, and refuses what is not such an object")
    func clientInfo() throws {
        let info = ClientInfo(uid: "AB", utid: "CD")
        #expect(info.homeAccountID == "ab.cd")
        #expect(ClientInfo(rawValue: info.rawValue) == info)
        for json in [#"{"uid":"a"}"#, #"{"uid":"","utid":"b"}"#, #"{"uid":1,"utid":"b"}"#, "[]", ""] {
            #expect(ClientInfo(rawValue: Base64URL.encode(Array(json.utf8))) == nil, "\(json)")
        }
        #expect(ClientInfo(rawValue: "!") == nil)
    }
}
