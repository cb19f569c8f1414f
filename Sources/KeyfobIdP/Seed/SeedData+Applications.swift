import KeyfobIdPCore
import KeyfobIdPModel

extension SeedData {
    /// The seeded registrations: clients, an API, and the few permissions of Microsoft Graph that bare scope names
    /// and the userinfo endpoint need.
    static var applications: [Application] {
        [suite, notes, files, graph, everyone, shop, club, adatum, proseware, web] + vendorApplications
    }

    /// Contoso's client for work, school and personal accounts, with which an app can be tried before its own
    /// registration accepts them.
    package static let everyoneClientID = "aaaaaaaa-0000-4000-8000-000000000003"
    /// The client of Contoso's B2C tenant.
    package static let shopClientID = "aaaaaaaa-0000-4000-8000-000000000004"
    /// The client of Contoso's External ID tenant.
    package static let clubClientID = "aaaaaaaa-0000-4000-8000-000000000005"
    /// The client at Adatum's OpenID provider.
    package static let adatumClientID = "aaaaaaaa-0000-4000-8000-000000000006"

    /// The client at Proseware's AD FS.
    package static let prosewareClientID = "aaaaaaaa-0000-4000-8000-000000000007"

    /// The consents of the customer tenants' administrators for all users: customers are not asked.
    static var consents: [Consent] {
        [
            (b2cID, shopClientID), (externalID, clubClientID), (adatumID, adatumClientID),
            (prosewareID, prosewareClientID),
        ]
        .flatMap { tenant, client in
            [
                Consent(
                    tenantID: tenant, userID: Consent.everyone, clientID: client, resourceID: filesAppID,
                    scopes: files.scopes.map(\.value)),
                Consent(
                    tenantID: tenant, userID: Consent.everyone, clientID: client, resourceID: graph.appID,
                    scopes: ["User.Read", "openid", "profile", "offline_access", "email"]),
            ]
        }
    }

    private static let everyone = client(
        everyoneClientID, "Contoso Everyone", in: tenantID, audience: .organizationsAndPersonal, path: "/everyone")
    private static let shop = client(shopClientID, "Contoso Shop", in: b2cID, audience: .myOrganization, path: "/shop")
    private static let club = client(
        clubClientID, "Contoso Club", in: externalID, audience: .myOrganization, path: "/club")
    private static let adatum = client(
        adatumClientID, "Adatum Reader", in: adatumID, audience: .myOrganization, path: "/adatum")

    private static let proseware = client(
        prosewareClientID, "Proseware Desk", in: prosewareID, audience: .myOrganization, path: "/proseware")

    private static func client(
        _ id: String, _ name: String, in tenant: String, audience: SignInAudience, path: String
    ) -> Application {
        Application(
            appID: id, objectID: "33333333" + id.dropFirst(8), tenantID: tenant, displayName: name,
            signInAudience: audience,
            redirectURIs: RedirectURIs(publicClient: ["http://localhost", "http://localhost\(path)"]),
            requiredResourceAccess: [
                RequiredResource(resourceAppID: filesAppID, scopeIDs: files.scopes.map(\.id))
            ])
    }

    private static let suite = Application(
        appID: suiteClientID, objectID: "33333333-0000-4000-8000-000000000001", tenantID: tenantID,
        displayName: "Contoso Suite",
        redirectURIs: RedirectURIs(publicClient: [
            "http://localhost", "http://localhost/contoso-a", "http://localhost/contoso-b",
            "http://localhost/contoso-c", "msauth.test.contoso.a://auth", "msauth.test.contoso.b://auth",
            "msauth.test.contoso.c://auth", "x-msauth-contoso://test.contoso.a", "x-msauth-contoso://test.contoso.b",
            "x-msauth-contoso://test.contoso.c",
        ]),
        requiredResourceAccess: [
            RequiredResource(resourceAppID: filesAppID, scopeIDs: files.scopes.map(\.id)),
            RequiredResource(
                resourceAppID: graph.appID, scopeIDs: graph.scopes.filter { $0.value == "User.Read" }.map(\.id)),
        ])

    private static let notes = Application(
        appID: notesClientID, objectID: "33333333-0000-4000-8000-000000000002", tenantID: tenantID,
        displayName: "Fabrikam Notes",
        redirectURIs: RedirectURIs(publicClient: [
            "http://localhost", "http://localhost/fabrikam-notes", "msauth.test.fabrikam.notes://auth",
            "x-msauth-fabrikam://test.fabrikam.notes", "msauth://code/msauth.test.fabrikam.notes%3A%2F%2Fauth",
        ]),
        requiredResourceAccess: [
            RequiredResource(
                resourceAppID: filesAppID, scopeIDs: files.scopes.filter { $0.value == "Files.Read" }.map(\.id))
        ])

    /// Contoso's service, a confidential client: it gets its secrets and certificates by the admin API, since a secret
    /// that every copy of this provider has would protect nothing.
    package static let webClientID = "aaaaaaaa-0000-4000-8000-000000000008"

    private static let web = Application(
        appID: webClientID, objectID: "33333333-0000-4000-8000-000000000008", tenantID: tenantID,
        displayName: "Contoso Web",
        redirectURIs: RedirectURIs(web: ["http://localhost/contoso-web"]),
        identifierURIs: ["api://contoso-web"],
        scopes: [scope("0051", "Access", "Use Contoso Web", "Let Contoso Web work for you.")],
        requiredResourceAccess: [
            RequiredResource(
                resourceAppID: filesAppID, scopeIDs: files.scopes.map(\.id),
                roleIDs: (files.appRoles ?? []).map(\.id))
        ])

    private static let files: Application = {
        var files = Application(
            appID: filesAppID, objectID: "33333333-0000-4000-8000-0000000000f1", tenantID: tenantID,
            displayName: "Contoso Files", signInAudience: .organizationsAndPersonal,
            identifierURIs: ["api://files"],
            scopes: [
                scope("0001", "Files.Read", "Read your files", "See the files that you can see."),
                scope(
                    "0002", "Files.ReadWrite", "Read and change your files", "See and change the files that you can."),
            ])
        files.optionalClaims = OptionalClaims(accessToken: ["xms_cc"])
        files.appRoles = [
            AppRole(
                id: "44444444-0000-4000-8000-000000000061", value: UserFilesAPI.role,
                displayName: "Read the files of all users", description: "See which files the users have.")
        ]
        files.resourcePolicy = ResourcePolicy(contexts: [ResourcePolicy.Operation.delete.rawValue: "c1"])
        return files
    }()

    static func scope(
        _ suffix: String, _ value: String, _ displayName: String, _ description: String
    ) -> PermissionScope {
        PermissionScope(
            id: "44444444-0000-4000-8000-00000000\(suffix)", value: value, displayName: displayName,
            description: description)
    }
}
