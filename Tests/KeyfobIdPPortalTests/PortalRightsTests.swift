import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobTesting
import Testing

/// No role reaches a greater one by way of an application or another user.
@Suite("Rights in the portal")
struct PortalRightsTests {
    private static let applicationAdministrator = "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3"
    private static let privilegedAuthenticationAdministrator = "7be44c8a-adaf-4e2a-84d6-ab2649e08a13"
    private static let globalAdministrator = "62e90394-69f5-4237-9190-012177145e10"

    /// A visitor whose user has one role.
    private func visitor(with role: String) async throws -> PortalVisitor {
        var grace = try await PortalVisitor.signedIn()
        #expect(
            try await grace.post("/portal/roles/add", [("user", PortalVisitor.ada), ("role", role)]).status == 200)
        var ada = grace.another()
        try await ada.signIn(as: PortalVisitor.ada)
        return ada
    }

    @Test("An Application Administrator grants no permission of the platform's APIs, by consent or assignment")
    func permissions() async throws {
        var visitor = try await visitor(with: Self.applicationAdministrator)
        let made = try await visitor.post("/portal/applications", [("displayName", "Ladder")])
        let path = String(made.address.split(separator: "?")[0])
        let added = try await visitor.post(
            "\(path)/permission", [("api", "Microsoft Graph"), ("permission", "RoleManagement.ReadWrite.Directory")])
        #expect(added.status == 200)
        #expect(try await visitor.post("\(path)/consent", []).status == 403)
        let assigned = try await visitor.post(
            "/portal/consents/assignment",
            [
                ("principal", "Ladder"), ("api", "Microsoft Graph"),
                ("role", "RoleManagement.ReadWrite.Directory"),
            ])
        #expect(assigned.status == 403)
        let granted = try await visitor.provider.store.transaction { transaction in
            try transaction.consents(tenantID: SeedData.tenantID).filter { $0.userID == Consent.application }
        }
        #expect(granted.isEmpty)
    }

    @Test("A Privileged Authentication Administrator sets an administrator's password, and gives no role")
    func roles() async throws {
        var visitor = try await visitor(with: Self.privilegedAuthenticationAdministrator)
        let password = try await visitor.post(
            "/portal/users/\(SeedData.graceID)/password", [("password", "Other-horse-8")])
        #expect(password.status == 200)
        for role in [Self.applicationAdministrator, Self.globalAdministrator] {
            let given = try await visitor.post("/portal/roles/add", [("user", PortalVisitor.ada), ("role", role)])
            #expect(given.status == 403)
        }
    }
}
