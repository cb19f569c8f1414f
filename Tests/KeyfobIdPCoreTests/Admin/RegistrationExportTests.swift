import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Exported registrations")
struct RegistrationExportTests {
    /// The output of `az ad app show` for a mobile app's registration.
    private static let exported: JSONValue = [
        "@odata.context": "https://graph.microsoft.com/v1.0/$metadata#applications/$entity", "addIns": [],
        "api": [
            "acceptMappedClaims": nil, "knownClientApplications": [],
            "oauth2PermissionScopes": [
                [
                    "adminConsentDescription": "Read the notes.", "adminConsentDisplayName": "Read notes",
                    "id": "44444444-0000-4000-8000-00000000aaaa", "isEnabled": true, "type": "User",
                    "userConsentDescription": nil, "userConsentDisplayName": nil, "value": "Notes.Read",
                ]
            ],
            "preAuthorizedApplications": [
                [
                    "appId": "aaaaaaaa-0000-4000-8000-000000000001",
                    "delegatedPermissionIds": ["44444444-0000-4000-8000-00000000aaaa"],
                ]
            ],
            "requestedAccessTokenVersion": 2,
        ],
        "appId": "BBBBBBBB-1111-4111-8111-000000000001", "appRoles": [], "applicationTemplateId": nil,
        "certification": nil, "createdDateTime": "2025-03-01T08:00:00Z", "defaultRedirectUri": nil,
        "deletedDateTime": nil, "description": nil, "disabledByMicrosoftStatus": nil, "displayName": "Exported",
        "groupMembershipClaims": nil, "id": "cccccccc-1111-4111-8111-000000000001",
        "identifierUris": ["api://bbbbbbbb-1111-4111-8111-000000000001"],
        "info": ["logoUrl": nil, "marketingUrl": nil, "privacyStatementUrl": nil],
        "isDeviceOnlyAuthSupported": nil, "isFallbackPublicClient": true, "keyCredentials": [],
        "nativeAuthenticationApisEnabled": nil, "notes": nil, "optionalClaims": nil,
        "parentalControlSettings": ["countriesBlockedForMinors": [], "legalAgeGroupRule": "Allow"],
        "passwordCredentials": [],
        "publicClient": ["redirectUris": ["msauth.test.exported://auth", "http://localhost"]],
        "publisherDomain": "contoso.onmicrosoft.com", "requestSignatureVerification": nil,
        "requiredResourceAccess": [
            [
                "resourceAccess": [["id": "44444444-0000-4000-8000-000000000001", "type": "Scope"]],
                "resourceAppId": .string(SeedData.filesAppID),
            ]
        ],
        "samlMetadataUrl": nil, "serviceManagementReference": nil, "servicePrincipalLockConfiguration": nil,
        "signInAudience": "AzureADMultipleOrgs", "spa": ["redirectUris": []], "tags": ["mobile"],
        "tokenEncryptionKeyId": nil, "uniqueName": nil,
        "verifiedPublisher": ["addedDateTime": nil, "displayName": nil, "verifiedPublisherId": nil],
        "web": [
            "homePageUrl": nil,
            "implicitGrantSettings": ["enableAccessTokenIssuance": false, "enableIdTokenIssuance": false],
            "logoutUrl": nil, "redirectUriSettings": [], "redirectUris": [],
        ],
    ]

    @Test("The output of Microsoft's tool is imported unchanged, and its users sign in")
    func loads() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.put(application: Self.exported)
        let made = try await fixture.provider.admin.registration(of: "bbbbbbbb-1111-4111-8111-000000000001")
        #expect(made["appId"] == "bbbbbbbb-1111-4111-8111-000000000001")
        #expect(made["publicClient"] == Self.exported["publicClient"])
        fixture.clientID = "bbbbbbbb-1111-4111-8111-000000000001"
        fixture.redirectURI = "http://localhost:51000"
        #expect(try await fixture.tokens().accessToken != nil)
    }

    @Test(
        "A malformed credential is refused with the reason, and a misspelled member by its name",
        arguments: [
            ("keyCredentials", [["type": "Symmetric", "key": "AAAA"]]),
            ("federatedIdentityCredentials", [["issuer": "https://a.test", "subject": "s", "audience": "x"]]),
            ("redirectUri", ["http://localhost"]),
        ] as [(String, JSONValue)])
    func refused(member: String, value: JSONValue) async throws {
        let fixture = try await ProviderFixture()
        var members = Self.exported.objectValue ?? [:]
        members[member] = value
        let body = JSONValue.object(members)
        let refusal = await #expect(throws: AdminClient.Refusal.self) {
            try await fixture.provider.admin.put(application: body)
        }
        #expect(
            "\(String(describing: refusal))".contains(member == "federatedIdentityCredentials" ? "audience" : member))
    }

    @Test(
        "A credential whose value no export contains is left out, and the plan says so",
        arguments: [
            ("passwordCredentials", [["hint": "abc", "keyId": "k"]], "secret"),
            ("keyCredentials", [["type": "AsymmetricX509Cert", "keyId": "k", "key": nil]], "certificate"),
        ] as [(String, JSONValue, String)])
    func leftOut(member: String, value: JSONValue, kind: String) async throws {
        let fixture = try await ProviderFixture()
        var application = Self.exported.objectValue ?? [:]
        application[member] = value
        let plan = try await fixture.provider.admin.apply(["applications": [.object(application)]])
        #expect(plan["notes"]?.arrayValue?.first?.stringValue?.contains("the \(kind)") == true, "\(plan.text())")
    }
}
