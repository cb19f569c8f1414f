import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

@Suite("Exporting the directory")
struct ExportTests {
    /// The seed data with a secret, a factor, a group, a policy, roles and consents.
    private func furnished() async throws -> FilesFixture {
        let fixture = try await FilesFixture.seeded()
        let provider = try await fixture.provider()
        let secret: JSONValue = ["displayName": "one", "secretText": "a-long-secret-for-tests"]
        try await provider.admin.put(
            application: ["appId": .string(SeedData.webClientID), "passwordCredentials": [secret]])
        try await provider.admin.setFactors(
            of: "ada@contoso.test", authenticatorKey: Secret("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
            phoneNumber: "+491701234567")
        try await fixture.apply(
            """
            groups:
              - {displayName: Abroad, members: [grace@contoso.test], description: "Who: #1"}
            servicePrincipals:
              - {appId: Fabrikam Notes, accountEnabled: false, owners: [ada@contoso.test]}
            directoryRoles:
              - {roleTemplateId: 9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3, members: [ada@contoso.test]}
            appRoleAssignments:
              - {principalId: Contoso Web, resourceId: Contoso Files, appRoleId: Files.Read.All}
            oauth2PermissionGrants:
              - {clientId: Contoso Suite, resourceId: Contoso Files, consentType: Principal, principalId: ada@contoso.test, scope: Files.Read}
              - {clientId: Contoso Suite, resourceId: Contoso Files, consentType: AllPrincipals, scope: Files.Read, refused: [Files.ReadWrite]}
            conditionalAccess:
              policies:
                - displayName: Grace is blocked
                  state: enabled
                  conditions: {users: {includeGroups: [Abroad]}, applications: {includeApplications: [All]}, locations: null}
                  grantControls: {operator: OR, builtInControls: [block]}
            """)
        return fixture
    }

    @Test("Applied to the same store it changes nothing", arguments: [false, true])
    func same(withSecrets: Bool) async throws {
        let fixture = try await furnished()
        let text = try await fixture.export(withSecrets: withSecrets)
        let plan = try await fixture.apply(text, ApplyOptions(prunes: true))
        #expect(plan.isEmpty, "\(plan.text)")
        #expect(plan.notes.isEmpty)
        #expect(try await fixture.export(withSecrets: withSecrets) == text)
    }

    @Test("Applied to an empty store it makes the same directory: passwords, secrets, factors, policies and ids")
    func reproduces() async throws {
        let old = try await furnished()
        let text = try await old.export(withSecrets: true)
        let new = FilesFixture()
        try await new.apply(text)
        #expect(try await new.export(withSecrets: true) == text)
        let before = try await old.store.transaction {
            (try $0.users(), try $0.applications(), try $0.directoryObjects())
        }
        let after = try await new.store.transaction {
            (try $0.users(), try $0.applications(), try $0.directoryObjects())
        }
        #expect(Set(before.0) == Set(after.0))
        #expect(Set(before.1.map(\.appID)) == Set(after.1.map(\.appID)))
        #expect(Set(before.1.map(\.objectID)) == Set(after.1.map(\.objectID)))
        #expect(Set(before.2.map(\.id)) == Set(after.2.map(\.id)))
        let factors = try await new.store.transaction { try $0.factors(userID: SeedData.adaID) }
        #expect(factors?.authenticator?.key.count == 20)
        for fixture in [old, new] {
            let provider = try await fixture.provider()
            let client = SeedData.suiteClientID
            #expect(
                try await fixture.signIn(provider, "ada@contoso.test", SeedData.password, client: client).status == 200)
            #expect(
                try await fixture.signIn(provider, "ada@contoso.test", "wrong-password", client: client).codes == [
                    50126
                ])
            #expect(
                try await fixture.signIn(provider, "grace@contoso.test", SeedData.password, client: client).codes == [
                    53003
                ])
            let service = try await fixture.token(
                provider, tenant: "contoso.test",
                [
                    ("grant_type", "client_credentials"), ("client_id", SeedData.webClientID),
                    ("client_secret", "a-long-secret-for-tests"), ("scope", "api://files/.default"),
                ])
            #expect(try claims(of: TokenResponse(parsing: service.body).accessToken)["roles"] == ["Files.Read.All"])
        }
        let tenants = try await new.store.transaction { try $0.tenants() }
        #expect(tenants.map(\.subjectSalt) == (try await old.store.transaction { try $0.tenants() }).map(\.subjectSalt))
    }

    @Test("Without --with-secrets it contains no hash, no key and no salt")
    func withoutSecrets() async throws {
        let fixture = try await furnished()
        let text = try await fixture.export()
        for word in ["scrypt", "hmac", "JBSWY3DP", "subjectSalt", "passwordCredentials", "+4917"] {
            #expect(!text.contains(word), "\(word)")
        }
        let secret = try await fixture.export(withSecrets: true)
        #expect(secret.contains("$scrypt$") && secret.contains("$hmac-sha256$") && secret.contains("JBSWY3DP"))
    }

    @Test("One tenant can be exported, and an unknown one is an error")
    func oneTenant() async throws {
        let fixture = try await FilesFixture.seeded()
        let text = try await fixture.export("fabrikam.test")
        #expect(text.contains("alan@fabrikam.test"))
        #expect(!text.contains("grace@contoso.test"))
        await #expect(throws: FileError.self) { try await fixture.export("nowhere.test") }
    }

    @Test("Settings of a tenant, certificates and SAML survive")
    func settings() async throws {
        let fixture = try await FilesFixture.seeded()
        let provider = try await fixture.provider()
        try await provider.admin.apply(
            [
                "allowsUserConsent": false, "acceptsConsentRequests": true,
                "trust": [
                    "devices": ["quota": 7, "compliance": ["minimumVersions": ["iOS": "17.4"], "isByHand": true]]
                ],
                "branding": ["displayName": "Contoso: the firm", "accentColor": "#7a1f5c"],
            ])
        let text = try await fixture.export(withSecrets: true)
        let new = FilesFixture()
        try await new.apply(text)
        #expect(try await new.export(withSecrets: true) == text)
        let (old, made) = (
            try await fixture.store.transaction { try $0.tenants() },
            try await new.store.transaction { try $0.tenants() }
        )
        #expect(made == old)
    }

    @Test("1,000 users and 200 applications with hashes are applied in less than five seconds", .timeLimit(.minutes(2)))
    func speed() async throws {
        let fixture = FilesFixture()
        let hash = try PasswordHash(password: Secret("Correct-horse-1"), salt: Array(0..<16), parameters: .test).encoded
        var text = "tenants:\n- domains: [big.test]\n  users:\n"
        for number in 0..<1000 {
            text +=
                "  - userPrincipalName: user\(number)@big.test\n    displayName: User \(number)\n    jobTitle: Clerk\n"
            text += "    passwordHash: \(hash)\n"
        }
        text += "  applications:\n"
        for number in 0..<200 {
            text += "  - displayName: App \(number)\n    identifierUris: [\"api://app\(number)\"]\n"
            text += "    publicClient: {redirectUris: [\"http://localhost/\(number)\"]}\n"
            text += "    passwordCredentials: [{keyId: 66666666-0000-4000-8000-\(String(100_000_000_000 + number)), "
            text +=
                "secretHash: \"$hmac-sha256$AAECAwQFBgcICQoLDA0ODw==$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\"}]\n"
        }
        let start = ContinuousClock.now
        let plan = try await fixture.apply(text)
        let first = ContinuousClock.now - start
        #expect(plan.changes.count == 1201)
        #expect(first < .seconds(5), "\(first)")
        let again = ContinuousClock.now
        #expect(try await fixture.apply(text).isEmpty)
        #expect(ContinuousClock.now - again < .seconds(5))
        print("1,000 users and 200 applications: \(first), again \(ContinuousClock.now - again)")
    }
}
