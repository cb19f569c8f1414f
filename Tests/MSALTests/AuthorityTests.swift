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
        #expect(aad.url.absoluteString == "https://login.microsoftonline.com/Contoso.test")
        let named = try MSALAADAuthority(
            url: url("https://login.microsoftonline.com/common"), rawTenant: "fabrikam.test")
        #expect(named.url.absoluteString == "https://login.microsoftonline.com/fabrikam.test")
        let b2c = try MSALB2CAuthority(
            url: url("https://contoso.b2clogin.com:8443/contoso.onmicrosoft.com/b2c_1_a?x=y"))
        #expect(b2c.url.absoluteString == "https://contoso.b2clogin.com:8443/contoso.onmicrosoft.com/b2c_1_a")
        let ciam = try MSALCIAMAuthority(url: url("https://contoso.ciamlogin.com"))
        #expect(ciam.url.absoluteString == "https://contoso.ciamlogin.com/contoso.onmicrosoft.com")
        let custom = try MSALCIAMAuthority(url: url("https://login.contoso.test/t"), validateFormat: false)
        #expect(custom.url.absoluteString == "https://login.contoso.test/t")
        #expect(
            refusal { try MSALCIAMAuthority(url: url("https://login.contoso.test/t"), validateFormat: true) } != nil)
        #expect(refusal { try MSALADFSAuthority(url: url("https://adfs.contoso.test/adfs")) } != nil)
    }

    /// MSIDB2CAuthorityTests, MSIDCIAMAuthorityTests and MSIDAADAuthorityTests, each by its name.
    @Test(
        "The address keeps the form and the letter case that the app wrote",
        arguments: [
            // testInitB2CAuthority_validateFormatOff_shouldReturnSameURLWithoutQueryAndFragments, with https
            ("https://www.somehost.com:8080/nontfpstring/shortpath?k=a#k=b", "b2c", "/nontfpstring/shortpath"),
            // testInitB2CAuthority_whenB2CAuthorityValidWithEQP_shouldReturnNormalizedAuthority
            ("https://login.microsoftonline.com/tfp/Tenant/B2C_1_A/qwe?bad=param", "b2c", "/tfp/Tenant/B2C_1_A"),
            // testInitCustomCIAMAuthority_withValidUrlAndSlash_shouldReturnNilError
            ("https://tenantname.ciamextensibility.com/tenantID/", "ciam", "/tenantID"),
            // testInitCIAMAuthority_whenCIAMAuthorityValidWithGUID_shouldReturnNoExtraNormalization
            ("https://msidlab1.ciamlogin.com/GUID", "ciam", "/GUID"),
            // testInitCIAMAuthority_whenCIAMAuthorityValidNoSlashAndEQP_shouldReturnNormalizedAuthority
            ("https://msidlab1.ciamlogin.com?bad=param", "ciam", "/msidlab1.onmicrosoft.com"),
            ("https://login.microsoftonline.com/Contoso.com/qwe", "aad", "/Contoso.com"),
        ])
    func spelling(_ text: String, _ kind: String, _ path: String) throws {
        let authority: MSALAuthority =
            switch kind {
            case "b2c": try MSALB2CAuthority(url: url(text))
            case "ciam": try MSALCIAMAuthority(url: url(text))
            default: try MSALAADAuthority(url: url(text))
            }
        let host = try #require(text.split(separator: "/").dropFirst().first).prefix { $0 != "?" }
        #expect(authority.url.absoluteString == "https://\(host)\(path)")
    }

    @Test("A raw tenant keeps its letter case, too")
    func rawTenant() throws {
        // MSIDAADAuthorityTests, testInitAADAuthority_andRawTenant_whenTenantNotIdentifier_shouldReplaceTenantId
        let common = try url("https://login.microsoftonline.com:8080/common")
        let named = try MSALAADAuthority(url: common, rawTenant: "new_tenantId")
        #expect(named.url.absoluteString == "https://login.microsoftonline.com:8080/new_tenantId")
    }

    /// MSAL accepts any scheme and path for B2C, and a custom domain without a tenant; no request could follow.
    @Test(
        "An address that names no policy or no tenant is refused",
        arguments: ["https://login.contoso.test/t", "scheme://www.somehost.com/a/b", "https://login.contoso.test/"])
    func incomplete(_ text: String) throws {
        #expect(refusal { try MSALB2CAuthority(url: url(text)) }?.internalCode == .internalErrorInvalidParameter)
        guard text != "https://login.contoso.test/t" else { return }
        #expect(refusal { try MSALCIAMAuthority(url: url(text)) }?.internalCode == .internalErrorInvalidParameter)
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
