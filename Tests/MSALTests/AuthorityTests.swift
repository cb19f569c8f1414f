import Foundation
import MSAL
import Testing

@Suite("Authorities")
struct AuthorityTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("A URL alone makes an authority of the class for its kind")
    func factory() throws {
        let aad = try MSALAuthority(url: url("https://login.microsoftonline.com/common"))
        #expect(aad is MSALAADAuthority)
        let b2c = try MSALAuthority(url: url("https://login.microsoftonline.com/tfp/contoso.onmicrosoft.com/b2c_1_a"))
        #expect(b2c is MSALB2CAuthority)
        let ciam = try MSALAuthority(url: url("https://contoso.ciamlogin.com/"))
        #expect(ciam is MSALCIAMAuthority)
        for refused in ["https://adfs.contoso.test/adfs", "http://login.microsoftonline.com/common"] {
            let error = refusal { try MSALAuthority(url: url(refused)) }
            #expect(error?.internalCode == .internalErrorInvalidParameter)
        }
    }

    @Test("The address is normalised: AAD's first segment, B2C's policy, External ID's tenant")
    func normalised() throws {
        let aad = try MSALAADAuthority(url: url("https://Login.MicrosoftOnline.com/Contoso.test/oauth2/v2.0?a=b#c"))
        #expect(aad.url.absoluteString == "https://login.microsoftonline.com/contoso.test")
        let named = try MSALAADAuthority(
            url: url("https://login.microsoftonline.com/common"), rawTenant: "fabrikam.test")
        #expect(named.url.absoluteString == "https://login.microsoftonline.com/fabrikam.test")
        let b2c = try MSALB2CAuthority(
            url: url("https://contoso.b2clogin.com:8443/contoso.onmicrosoft.com/b2c_1_a?x=y"))
        #expect(b2c.url.absoluteString == "https://contoso.b2clogin.com:8443/tfp/contoso.onmicrosoft.com/b2c_1_a")
        let ciam = try MSALCIAMAuthority(url: url("https://contoso.ciamlogin.com"))
        #expect(ciam.url.absoluteString == "https://contoso.ciamlogin.com/contoso.onmicrosoft.com")
        let custom = try MSALCIAMAuthority(url: url("https://login.contoso.test/t"), validateFormat: false)
        #expect(custom.url.absoluteString == "https://login.contoso.test/t")
        #expect(refusal { try MSALCIAMAuthority(url: url("https://login.contoso.test/t")) } != nil)
        #expect(refusal { try MSALADFSAuthority(url: url("https://adfs.contoso.test/adfs")) } != nil)
    }

    @Test("Every cloud and every audience, with and without a raw tenant")
    func audiences() throws {
        let hosts: [MSALAzureCloudInstance: String] = [
            .publicCloudInstance: "login.microsoftonline.com", .chinaCloudInstance: "login.chinacloudapi.cn",
            .germanyCloudInstance: "login.microsoftonline.de", .usGovernmentCloudInstance: "login.microsoftonline.us",
            .franceCloudInstance: "login.sovcloud-identity.fr", .delosCloudInstance: "login.sovcloud-identity.de",
            .govSGCloudInstance: "login.sovcloud-identity.sg",
        ]
        #expect(hosts.count == 7)
        let segments: [MSALAudienceType: String] = [
            .azureADAndPersonalMicrosoftAccountAudience: "common", .azureADMultipleOrgsAudience: "organizations",
            .personalMicrosoftAccountAudience: "consumers",
        ]
        for (cloud, host) in hosts {
            for (audience, segment) in segments {
                let authority = try MSALAADAuthority(cloudInstance: cloud, audienceType: audience, rawTenant: nil)
                #expect(authority.url.absoluteString == "https://\(host)/\(segment)")
                let both = refusal {
                    try MSALAADAuthority(cloudInstance: cloud, audienceType: audience, rawTenant: "contoso.test")
                }
                #expect(both?.internalCode == .internalErrorInvalidParameter)
            }
            let mine = try MSALAADAuthority(
                cloudInstance: cloud, audienceType: .azureADMyOrgOnlyAudience, rawTenant: "contoso.test")
            #expect(mine.url.absoluteString == "https://\(host)/contoso.test")
        }
        let missing = refusal {
            try MSALAADAuthority(environment: "login.test", audienceType: .azureADMyOrgOnlyAudience, rawTenant: nil)
        }
        #expect(missing?.internalCode == .internalErrorInvalidParameter)
    }

    @Test("Authorities with equal addresses are equal")
    func equality() throws {
        let one = try MSALAADAuthority(url: url("https://login.microsoftonline.com/COMMON"))
        let two = try MSALAuthority(url: url("https://login.microsoftonline.com/common/"))
        #expect(one == two && one.hash == two.hash)
        #expect(one.copy() as? MSALAADAuthority === one)
    }
}
