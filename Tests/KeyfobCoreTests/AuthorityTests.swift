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
        "refuses texts that are not https URLs with a tenant, and reports the expected form",
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

    @Test("a cloud's hosts are aliases of one another; an unknown host is a cloud by itself, with its port")
    func clouds() throws {
        let cloud = try Authority("https://sts.windows.net/common").cloud
        #expect(cloud.preferredCache == "login.windows.net" && cloud.aliases.contains("login.microsoftonline.com"))
        #expect(try Authority("https://localhost:8443/t").cloud.aliases == ["localhost:8443"])
        #expect(Cloud.containing("LOGIN.microsoft.com") == cloud)
    }

    @Test("a custom cloud is known by all its names, and cannot take a name of another cloud")
    func directory() {
        let own = Cloud(preferredNetwork: "LOGIN.test:8443", preferredCache: "sts.test:8443", aliases: [])
        var clouds = CloudDirectory(adding: [own])
        #expect(own.aliases == ["login.test:8443", "sts.test:8443"])
        #expect(clouds.cloud(of: "STS.test:8443") == own && clouds.isKnown("login.test:8443"))
        #expect(clouds.cloud(of: "login.test").aliases == ["login.test"] && !clouds.isKnown("login.test"))
        // A cloud that names a host of the public cloud, or of a configured one, is left out.
        for thief in ["login.windows.net", "sts.test:8443"] {
            let cloud = Cloud(preferredNetwork: "evil.test", preferredCache: "evil.test", aliases: [thief])
            let isAdded = clouds.add(cloud)
            #expect(!isAdded && !clouds.isKnown("evil.test"))
        }
        let isAgain = clouds.add(own)
        #expect(isAgain && clouds.cloud(of: "login.windows.net") == .worldwide)
    }

    @Test("client info contains the account's id, and refuses other objects")
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
