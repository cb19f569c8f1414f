import KeyfobIdP
import KeyfobIdPModel

/// The registrations of the rows besides the seeded ones, and their names in placeholders.
enum ProtocolRegistrations {
    static let names: [String: String] = [
        "suite": SeedData.suiteClientID, "notes": SeedData.notesClientID, "everyone": SeedData.everyoneClientID,
        "web": SeedData.webClientID, "office": SeedData.officeClientID, "teams": SeedData.teamsClientID,
        "cli": SeedData.commandLineClientID, "files": SeedData.filesAppID, "fabrikam": SeedData.fabrikamID,
        "one": id(1), "personal": id(2), "page": id(3), "hybrid": id(4), "disabled": id(5), "bare": id(6),
        "saml-service": id(8),
        "unknown": "aaaaaaaa-0000-4000-8000-00000000dead", "zeros": "00000000-0000-0000-0000-000000000000",
        "nowhere": "22222222-2222-4222-8222-222222222222", "msa": "9188040d-6c67-4c5b-b112-36a304b66dad",
        "assertion-type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    ]

    static var all: [Application] {
        let files = [
            RequiredResource(
                resourceAppID: SeedData.filesAppID,
                scopeIDs: ["44444444-0000-4000-8000-000000000001", "44444444-0000-4000-8000-000000000002"])
        ]
        func make(
            _ number: Int, _ name: String, _ audience: SignInAudience = .multipleOrganizations,
            _ redirects: RedirectURIs = RedirectURIs(publicClient: ["http://localhost"])
        ) -> Application {
            Application(
                appID: id(number), objectID: "dddddddd-0000-4000-8000-00000000000\(number)",
                tenantID: SeedData.tenantID, displayName: name, signInAudience: audience, redirectURIs: redirects,
                requiredResourceAccess: files)
        }
        var hybrid = make(4, "Hybrid", .multipleOrganizations, RedirectURIs(web: ["https://hybrid.test/back"]))
        hybrid.implicitGrant = ImplicitGrantSettings(issuesIDTokens: true)
        var disabled = make(5, "Disabled")
        disabled.isEnabled = false
        var guarded = make(7, "Guarded API", .organizationsAndPersonal, RedirectURIs())
        guarded.identifierURIs = ["api://guarded"]
        guarded.scopes = [
            PermissionScope(
                id: "44444444-0000-4000-8000-000000000071", value: "Manage", displayName: "Manage",
                description: "Manage everything.", requiresAdministrator: true)
        ]
        var service = make(8, "Portal", .multipleOrganizations, RedirectURIs(web: ["https://portal.test/acs"]))
        service.identifierURIs = ["https://portal.test/saml"]
        return [
            make(1, "One tenant", .myOrganization), make(2, "Personal", .personal),
            make(3, "Page", .multipleOrganizations, RedirectURIs(singlePage: ["https://page.test/back"])), hybrid,
            disabled, make(6, "Bare", .multipleOrganizations, RedirectURIs()), guarded, service,
        ]
    }

    private static func id(_ number: Int) -> String { "cccccccc-0000-4000-8000-00000000000\(number)" }
}
