import Foundation
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What an administrator of one tenant cannot do or learn in the portal: the provider's own, and other tenants'.
@Suite("Boundaries of the portal")
struct PortalBoundaryTests {
    private static let secretName = "Fabrikam Secret Plans"
    private static let secretID = "99999999-0000-4000-8000-0000000000ab"

    /// Registers an application for Fabrikam's own users, to which Contoso's objects refer by its id.
    private func registerSecret(_ visitor: PortalVisitor) async throws {
        try await visitor.provider.store.transaction { transaction in
            var secret = Application(
                appID: Self.secretID, objectID: "99999999-0000-4000-8000-0000000000ac", tenantID: SeedData.fabrikamID,
                displayName: Self.secretName, signInAudience: .myOrganization,
                redirectURIs: RedirectURIs(publicClient: ["msauth.test.contoso.shared://auth"]),
                identifierURIs: ["api://secret-plans"])
            secret.appRoles = [
                AppRole(
                    id: "99999999-0000-4000-8000-0000000000ad", value: "SecretRole", displayName: "r", description: "r",
                    isForApplications: true, isForUsers: true)
            ]
            try transaction.put(secret)
            try transaction.put(
                Consent(
                    tenantID: SeedData.tenantID, userID: Consent.everyone, clientID: Self.secretID,
                    resourceID: Self.secretID, scopes: ["x"]))
        }
    }

    @Test("No page and no form names an application that another tenant has for itself")
    func foreignApplications() async throws {
        var visitor = try await PortalVisitor.signedIn()
        try await registerSecret(visitor)
        let made = try await visitor.post(
            "/portal/applications",
            [
                ("displayName", "Own"), ("signInAudience", "AzureADMyOrg"),
                ("redirectUri", "msauth.test.contoso.shared://auth"),
            ])
        let path = String(made.address.split(separator: "?")[0])
        for page in [
            path, "\(path)/json", "/portal/consents", "/portal/consents?q=secret", "/portal/try",
            "/portal/try?client=\(Self.secretID)", "/portal/policies/new", "/portal/sign-ins", "/portal/applications",
            "/portal/applications?q=secret", "/portal/deleted", "/portal/roles", "/portal/devices",
        ] {
            let reply = try await visitor.open(page)
            #expect(reply.status == 200, "\(page)")
            #expect(!reply.text.contains("Secret Plans") && !reply.text.contains("SecretRole"), "\(page)")
        }
        for name in [Self.secretName, Self.secretID, "api://secret-plans"] {
            for (form, values) in [
                (
                    "/portal/consents/assignment",
                    [("principal", "ada@contoso.test"), ("api", name), ("role", "SecretRole")]
                ),
                ("\(path)/permission", [("api", name), ("permission", "SecretRole")]),
                ("/portal/try", [("client", name), ("scope", "openid")]),
            ] {
                let reply = try await visitor.post(form, values)
                #expect(reply.status == 400, "\(form) \(name)")
                let shown = reply.text.replacing("value=\"\(name)\"", with: "").replacing("&#39;\(name)&#39;", with: "")
                #expect(shown.contains("There is no"), "\(form) \(name)")
            }
        }
        let own = try await visitor.post(
            "/portal/consents/assignment", [("principal", Self.secretName), ("api", "Contoso Files"), ("role", "x")])
        #expect(own.status == 400)
    }

    @Test("Policies and groups that name a user of another tenant by id do not show the name")
    func foreignUsers() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let alan = try await visitor.user("alan@fabrikam.test").objectID
        let policy = """
            {"displayName": "P", "state": "disabled", "conditions": {"users": {"includeUsers": ["\(alan)"]}, \
            "applications": {"includeApplications": ["All"]}}, \
            "grantControls": {"operator": "OR", "builtInControls": ["mfa"]}}
            """
        let saved = try await visitor.post("/portal/policies/new/json", [("document", policy)])
        #expect(saved.page == "portal-policy")
        #expect(saved.text.contains(alan) && !saved.text.contains("alan@fabrikam.test"))
        let group = try await visitor.post("/portal/groups", [("displayName", "G")])
        let id = try #require(group.address.split(separator: "?").first?.split(separator: "/").last.map(String.init))
        try await visitor.provider.store.transaction { transaction in
            var object = try #require(try transaction.directoryObjects().first { $0.id == id })
            object.document = object.document.replacing("\"members\":[]", with: "\"members\":[\"\(alan)\"]")
            try transaction.put(object)
        }
        let shown = try await visitor.open("/portal/groups/\(id)")
        #expect(shown.text.contains(alan) && !shown.text.contains("alan@fabrikam.test"))
    }

    @Test("The JSON editor sets nothing that belongs to the provider, and keeps who made the registration")
    func providerMembers() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let made = try await visitor.post(
            "/portal/applications", [("displayName", "Plain"), ("signInAudience", "AzureADMyOrg")])
        let path = String(made.address.split(separator: "?")[0])
        try await visitor.provider.store.transaction { transaction in
            var plain = try #require(try transaction.applications().first { $0.displayName == "Plain" })
            plain.creatorID = SeedData.adaID
            plain.verifiedPublisher = "Contoso Ltd"
            try transaction.put(plain)
        }
        let before = try await visitor.application(named: "Plain")
        let json = try #require(ApplicationJSON.write(before).objectValue)
        for (name, value) in [
            ("verifiedPublisher", ["displayName": "Microsoft Corporation"]), ("verifiedPublisher", .null),
            ("publisherDomain", "microsoft.com"), ("isApproved", true), ("isFirstParty", true), ("foci", "1"),
            ("certification", ["isPublisherAttested": true]), ("disabledByMicrosoftStatus", "NotDisabled"),
        ] as [(String, JSONValue)] {
            let document = JSONValue.object(json.merging([name: value]) { $1 }).text()
            let reply = try await visitor.post("\(path)/json", [("document", document)])
            #expect(reply.status == 400, "\(name)")
            #expect(reply.text.contains("belongs to the provider"), "\(name)")
        }
        #expect(try await visitor.application(named: "Plain") == before)
        let changes: [String: JSONValue] = ["notes": "changed", "createdDateTime": "2001-01-01T00:00:00Z"]
        let document = JSONValue.object(json.merging(changes) { $1 }).text()
        #expect(try await visitor.post("\(path)/json", [("document", document)]).page == "portal-application")
        let form = try await visitor.post("\(path)/claims", [("idToken", "email")])
        #expect(form.page == "portal-application")
        let after = try await visitor.application(named: "Plain")
        #expect(after.creatorID == SeedData.adaID && after.verifiedPublisher == "Contoso Ltd")
        #expect(after.createdAt == before.createdAt && after.furtherMembers?.contains("changed") == true)
    }

    @Test("A guest is not renamed into another tenant's domain")
    func guestName() async throws {
        var visitor = try await PortalVisitor.signedIn()
        try await visitor.provider.store.transaction { transaction in
            var guest = try #require(try transaction.user(objectID: SeedData.adaAtFabrikamID))
            let alan = try #require(try transaction.user(userPrincipalName: "alan@fabrikam.test"))
            guest.objectID = "22222222-0000-4000-8000-0000000000e9"
            guest.tenantID = SeedData.tenantID
            guest.userPrincipalName = "alan_fabrikam.test#EXT#@contoso.test"
            guest.homeUserID = alan.objectID
            guest.homeTenantID = SeedData.fabrikamID
            try transaction.put(guest)
        }
        for name in ["ceo@fabrikam.test", "ceo@nowhere.test"] {
            let reply = try await visitor.post(
                "/portal/users/22222222-0000-4000-8000-0000000000e9/settings",
                [("userPrincipalName", name), ("displayName", "Alan"), ("isEnabled", "on")])
            #expect(reply.status == 400, "\(name)")
            #expect(try await visitor.provider.store.transaction { try $0.user(userPrincipalName: name) } == nil)
        }
    }

    @Test("No field of a registration's, a user's or a group's page stores a text as large as a form")
    func growth() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let made = try await visitor.post(
            "/portal/applications", [("displayName", "Grower"), ("signInAudience", "AzureADMyOrg")])
        let user = try await visitor.post(
            "/portal/users", [("userPrincipalName", "grower@contoso.test"), ("displayName", "Grower")])
        let group = try await visitor.post("/portal/groups", [("displayName", "Growers")])
        let (long, lines) = (
            String(repeating: "x", count: 50_000), (0..<5000).map { "x:\($0)" }.joined(separator: "\n")
        )
        var sent = 0
        for reply in [made, user, group] {
            let path = String(reply.address.split(separator: "?")[0])
            for form in try await visitor.open(path).document.forms
            where form.method == "post" && !form.action.hasSuffix("delete") && form.action.hasPrefix(path) {
                for control in form.controls where control.type != "hidden" && control.type != "submit" {
                    for text in [long, lines] {
                        var values = form.controls.filter { $0.name != "token" && $0.type != "submit" }
                            .map { ($0.name, $0.value.isEmpty ? "x" : $0.value) }
                        values = values.map { ($0.0, $0.0 == control.name ? text : $0.1) }
                        sent += 1
                        let reply = try await visitor.post(form.action, values)
                        #expect(reply.status < 500, "\(form.action) \(control.name)")
                    }
                }
            }
        }
        #expect(sent > 40)
        let json = JSONValue.object([
            "displayName": "Grower", "notes": .string(long), "tags": .strings([long]), "info": ["k": .string(long)],
        ]).text()
        let path = String(made.address.split(separator: "?")[0])
        #expect(try await visitor.post("\(path)/json", [("document", String(json.prefix(60_000)))]).status == 400)
        let stored = try await visitor.provider.store.transaction { transaction in
            (
                applications: try transaction.applications().filter { $0.tenantID == SeedData.tenantID },
                users: try transaction.users(), objects: try transaction.directoryObjects()
            )
        }
        let sizes =
            try stored.applications.filter { !$0.isOfPlatform }.map { try JSONEncoder().encode($0).count }
            + stored.users.map { try JSONEncoder().encode($0).count } + stored.objects.map(\.document.utf8.count)
        #expect(try #require(sizes.max()) < 64 << 10)
    }
}
