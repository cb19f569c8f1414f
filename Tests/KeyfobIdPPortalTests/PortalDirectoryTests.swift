import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Users, groups, roles, devices and consents in the portal.
@Suite("Users, groups and devices in the portal")
struct PortalDirectoryTests {
    private func path(_ reply: PortalVisitor.Reply) -> String { String(reply.address.split(separator: "?")[0]) }

    @Test("A new user signs in, gets another password, is disabled, deleted and restored")
    func user() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let weak = try await visitor.post(
            "/portal/users",
            [("userPrincipalName", "eve@contoso.test"), ("displayName", "Eve"), ("password", "short")])
        #expect(weak.status == 400 && weak.text.contains("href=\"#user-password\"") && !weak.text.contains("short"))
        let foreign = try await visitor.post(
            "/portal/users", [("userPrincipalName", "eve@elsewhere.test"), ("displayName", "Eve")])
        #expect(foreign.status == 400 && foreign.text.contains("href=\"#user-userPrincipalName\""))
        let made = try await visitor.post(
            "/portal/users",
            [
                ("userPrincipalName", "eve@contoso.test"), ("displayName", "Eve Example"),
                ("password", SeedData.password),
            ])
        #expect(made.page == "portal-user")
        let path = path(made)
        var eve = visitor.another()
        #expect(try await eve.signIn(as: "eve@contoso.test").page == "portal-no-role")
        #expect(try await visitor.open("/portal/users?q=example").text.contains("eve@contoso.test"))
        _ = try await visitor.post("\(path)/password", [("password", "Another-pass-1")])
        #expect(try await eve.open("/portal").page == "sign-in")
        #expect(try await eve.signIn(as: "eve@contoso.test").page == "sign-in")
        _ = try await visitor.post(
            "\(path)/settings", [("userPrincipalName", "eva@contoso.test"), ("displayName", "Eva"), ("surname", "E")])
        let changed = try await visitor.user("eva@contoso.test")
        #expect(!changed.isEnabled && changed.familyName == "E" && changed.givenName == nil)
        #expect(try await visitor.post("\(path)/revoke").status == 200)
        #expect(try await visitor.user("eva@contoso.test").revocationEpoch > changed.revocationEpoch)
        #expect(try await visitor.post("\(path)/delete").page == "portal-users")
        #expect(try await visitor.open(path).status == 404)
        let restored = try await visitor.post("/portal/deleted/\(changed.objectID)/restore")
        #expect(restored.page == "portal-user" && restored.document.text.contains("It is restored."))
    }

    @Test("Second factors are set and removed, and a key is shown once")
    func factors() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let path = "/portal/users/\(SeedData.adaID)"
        #expect(try await visitor.post("\(path)/phone", [("phoneNumber", "12")]).status == 400)
        #expect(try await visitor.post("\(path)/phone", [("phoneNumber", "+49 155 501042")]).status == 200)
        let shown = try await visitor.post("\(path)/authenticator")
        let key = try #require(shown.document.textByID["key"])
        let store = visitor.provider.store
        let set = try await store.transaction { try $0.factors(userID: SeedData.adaID) }
        #expect(set?.authenticator?.key == Base32.decode(key) && set?.phoneNumber == "+49155501042")
        #expect(!(try await visitor.open(path)).text.contains(key))
        _ = try await visitor.post("\(path)/remove-factors")
        #expect(try await store.transaction { try $0.factors(userID: SeedData.adaID)?.isRegistered } == false)
    }

    @Test("The last Global Administrator keeps the role, and an administrator gives no more than they have")
    func roles() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let global = "62e90394-69f5-4237-9190-012177145e10"
        let last = try await visitor.post("/portal/roles/remove", [("role", global), ("object", SeedData.graceID)])
        #expect(last.status == 409)
        #expect(try await visitor.tenant().administrators == [SeedData.graceID])
        let given = try await visitor.post(
            "/portal/roles/add", [("user", PortalVisitor.ada), ("role", "7be44c8a-adaf-4e2a-84d6-ab2649e08a13")])
        #expect(given.page == "portal-roles" && given.document.text.contains("ada@contoso.test"))
        var ada = visitor.another()
        try await ada.signIn(as: PortalVisitor.ada)
        _ = try await ada.open("/portal/roles")
        let refused = try await ada.post("/portal/roles/add", [("user", PortalVisitor.ada), ("role", global)])
        #expect(refused.status == 403)
        #expect(try await visitor.tenant().administrators == [SeedData.graceID])
        let disabled = try await visitor.post(
            "/portal/users/\(SeedData.graceID)/settings",
            [("userPrincipalName", PortalVisitor.grace), ("displayName", "Grace Hopper")])
        #expect(disabled.status == 400)
        #expect(try await visitor.user(PortalVisitor.grace).isEnabled)
        #expect(try await visitor.post("/portal/users/\(SeedData.graceID)/delete").status == 409)
    }

    @Test("A group has members, owners and groups; a policy that names it keeps it")
    func groups() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let made = try await visitor.post("/portal/groups", [("displayName", "Field"), ("description", "Out there")])
        let path = path(made)
        let id = String(path.split(separator: "/").last ?? "")
        #expect(try await visitor.post("\(path)/member", [("name", "unknown@contoso.test")]).status == 400)
        #expect(try await visitor.post("\(path)/member", [("name", PortalVisitor.ada)]).status == 200)
        #expect(try await visitor.post("\(path)/member", [("name", "Field")]).status == 400)
        #expect(try await visitor.post("\(path)/owner", [("name", PortalVisitor.ada)]).status == 200)
        let outer = try await visitor.post("/portal/groups", [("displayName", "Outer")])
        #expect(try await visitor.post("\(self.path(outer))/member", [("name", "Field")]).status == 200)
        let page = try await visitor.open("/portal/users/\(SeedData.adaID)")
        #expect(page.document.text.contains("Outer by another group"))
        let policy = try await visitor.post(
            "/portal/policies/new",
            [
                ("displayName", "Field rule"), ("state", "disabled"), ("includeGroups", "Field"),
                ("includeApplications", "All"), ("control-mfa", "on"), ("action", "save"),
            ])
        #expect(policy.page == "portal-policy", "\(policy.document.text)")
        #expect(try await visitor.post("\(path)/delete").status == 409)
        _ = try await visitor.post("\(self.path(policy))/delete")
        #expect(try await visitor.post("\(path)/settings", [("displayName", "Field work")]).status == 200)
        #expect(try await visitor.post("\(path)/remove-member", [("object", SeedData.adaID)]).status == 200)
        #expect(try await visitor.post("\(path)/delete").page == "portal-groups")
        #expect(try await visitor.post("/portal/deleted/\(id)/restore").page == "portal-group")
    }

    @Test("A device is managed, made compliant, disabled and deleted")
    func devices() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let id = "11111111-2222-4333-8444-555555555555"
        let other = "11111111-2222-4333-8444-666666666666"
        try await visitor.provider.store.transaction { transaction in
            for (device, tenant) in [(id, SeedData.tenantID), (other, SeedData.fabrikamID)] {
                try transaction.put(
                    RegisteredDevice(
                        id: device, tenantID: tenant, ownerID: SeedData.adaID, displayName: "<b>iPhone</b>",
                        joinType: .join, operatingSystem: "iOS", operatingSystemVersion: "19.0", certificate: [],
                        transportKey: [], registeredAt: 0))
            }
        }
        let list = try await visitor.open("/portal/devices")
        #expect(list.text.contains(id) && !list.text.contains(other) && !list.text.contains("<b>"))
        #expect(try await visitor.open("/portal/devices/\(other)").status == 404)
        #expect(try await visitor.post("/portal/devices/\(other)/delete").status == 404)
        let path = "/portal/devices/\(id)"
        #expect(try await visitor.post("\(path)/state", [("isEnabled", "on"), ("isCompliant", "on")]).status == 400)
        #expect(try await visitor.post("\(path)/state", [("isManaged", "on"), ("isCompliant", "on")]).status == 200)
        let device = try await visitor.provider.store.transaction { try $0.device(id: id) }
        #expect(device?.isManaged == true && device?.isCompliant == true && device?.isEnabled == false)
        #expect(try await visitor.post("\(path)/delete").page == "portal-devices")
        #expect(try await visitor.provider.store.transaction { try $0.device(id: id) } == nil)
        #expect(try await visitor.provider.store.transaction { try $0.device(id: other) } != nil)
    }

    @Test("A role of an application is assigned, and a consent is revoked")
    func consents() async throws {
        var visitor = try await PortalVisitor.signedIn()
        _ = try await visitor.open("/portal/consents")
        let wrong = try await visitor.post(
            "/portal/consents/assignment",
            [("principal", PortalVisitor.ada), ("api", "Contoso Files"), ("role", "Files.Read.All")])
        #expect(wrong.status == 400)
        let set = try await visitor.post(
            "/portal/consents/assignment",
            [("principal", "Contoso Web"), ("api", "Contoso Files"), ("role", "Files.Read.All")])
        #expect(set.page == "portal-consents" && set.document.text.contains("Files.Read.All"))
        func count() async throws -> Int {
            try await visitor.provider.store.transaction { try $0.consents(tenantID: SeedData.tenantID).count }
        }
        let before = try await count()
        _ = try await visitor.post(
            "/portal/consents/revoke",
            [("user", "application"), ("client", SeedData.webClientID), ("resource", SeedData.filesAppID)])
        #expect(try await count() == before - 1)
    }
}
