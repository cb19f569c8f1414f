import KeyfobIdPModel

extension SeedData {
    /// Fabrikam, a second organization, in which Ada is a guest.
    package static let fabrikamID = "55555555-5555-4555-8555-555555555555"
    /// Wingtip, an organization of the sovereign cloud.
    package static let wingtipID = "66666666-6666-4666-8666-666666666666"
    /// Tailspin, another organization of that cloud, in which Wang of Wingtip is a guest.
    package static let tailspinID = "66666666-6666-4666-8666-666666666667"
    /// Contoso's customers by B2C policies.
    package static let b2cID = "77777777-7777-4777-8777-777777777777"
    /// Contoso's customers by External ID.
    package static let externalID = "88888888-8888-4888-8888-888888888888"
    /// Adatum, a plain OpenID provider.
    package static let adatumID = "99999999-9999-4999-8999-999999999999"

    /// Proseware, a farm of AD FS.
    package static let prosewareID = "99999999-9999-4999-8999-999999999998"

    /// The host names of tenants and clouds other than Contoso's, as far as the local CA certifies them.
    package static var hostNames: [String] {
        let tenants = tenants { "" }.flatMap { $0.hosts ?? [] }.filter { $0.hasSuffix(".test") }
        return HostedCloud.sovereign.aliases + tenants
    }

    /// The hosts of tenants under the platform's own domains: those of B2C and External ID.
    package static var platformHostNames: [String] {
        tenants { "" }.flatMap { $0.hosts ?? [] }.filter { !$0.hasSuffix(".test") }
    }

    static func tenants(salt: () -> String) -> [Tenant] {
        var contoso = Tenant(
            id: tenantID, displayName: "Contoso", domains: ["contoso.test"], partialConsent: true,
            subjectSalt: salt())
        contoso.administrators = [graceID]
        return [
            contoso,
            Tenant(
                id: fabrikamID, displayName: "Fabrikam", domains: ["fabrikam.test"], partialConsent: true,
                subjectSalt: salt()),
            Tenant(
                id: Self.personalTenantID, displayName: "Microsoft accounts",
                domains: ["outlook.com", "hotmail.com", "live.com"], kind: .personal, partialConsent: false,
                subjectSalt: salt()),
            Tenant(
                id: wingtipID, displayName: "Wingtip", domains: ["wingtip.test"], cloud: HostedCloud.sovereign.name,
                partialConsent: true, subjectSalt: salt()),
            Tenant(
                id: tailspinID, displayName: "Tailspin", domains: ["tailspin.test"],
                cloud: HostedCloud.sovereign.name, partialConsent: true, subjectSalt: salt()),
            Tenant(
                id: b2cID, displayName: "Contoso Shop", domains: ["contososhop.onmicrosoft.com"], kind: .b2c,
                hosts: ["contososhop.b2clogin.test", "contososhop.b2clogin.com"],
                policies: [
                    UserFlow(id: "B2C_1_signin", purpose: .signIn),
                    UserFlow(id: "B2C_1_profile", purpose: .editProfile),
                ], partialConsent: false, subjectSalt: salt()),
            Tenant(
                id: externalID, displayName: "Contoso Club", domains: ["contosoclub.onmicrosoft.com"],
                kind: .external,
                hosts: ["contosoclub", externalID].flatMap { ["\($0).ciamlogin.test", "\($0).ciamlogin.com"] },
                partialConsent: false, subjectSalt: salt()),
            Tenant(
                id: adatumID, displayName: "Adatum", domains: ["adatum.test"], kind: .openID,
                hosts: ["id.adatum.test"], partialConsent: false, subjectSalt: salt()),
            Tenant(
                id: prosewareID, displayName: "Proseware", domains: ["proseware.test"], kind: .adfs,
                hosts: ["sts.proseware.test"], partialConsent: false, subjectSalt: salt()),
        ]
    }

    private static let personalTenantID = "9188040d-6c67-4c5b-b112-36a304b66dad"
}
