import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The permissions that a registration declares, and the administrator's consent.
struct ApplicationPermissionsView {
    let view: ApplicationView
    /// The consents to the application in the tenant.
    let consents: [Consent]
    private var request: PortalRequest { view.request }

    var html: HTML {
        let rows: [[HTML]] = view.application.requiredResourceAccess.flatMap { required -> [[HTML]] in
            let directory = request.context.directory
            guard let api = directory.application(required.resourceAppID, offeredTo: request.tenant) else {
                return [[.text(required.resourceAppID), "", "", "the API is not registered", ""]]
            }
            let scopes = required.scopeIDs.map { id -> [HTML] in
                let scope = api.scopes.first { $0.id == id }
                return row(
                    scope?.value ?? id, of: api, kind: "on behalf of the user",
                    isGranted: isGranted(scope?.value ?? "", api, to: Consent.everyone), id: id)
            }
            let roles = (required.roleIDs ?? []).map { id -> [HTML] in
                let role = (api.appRoles ?? []).first { $0.id == id }
                return row(
                    role?.value ?? id, of: api, kind: "of the application",
                    isGranted: isGranted(role?.value ?? "", api, to: Consent.application), id: id)
            }
            return scopes + roles
        }
        let table = PortalTable(
            caption: "Permissions that the application declares",
            columns: ["Permission", "API", "Kind", "Consent for all users", ""], rows: rows)
        return "<h2 id=\"permissions\">API permissions</h2>\n\(table.html)\(consent)\(add)"
    }

    private func row(_ name: String, of api: Application, kind: String, isGranted: Bool, id: String) -> [HTML] {
        let remove: HTML? =
            view.isChangeable
            ? request.button(
                "Remove", about: name, to: view.address("remove-permission"), [("api", api.appID), ("permission", id)])
            : nil
        return [
            .text(name), .text(api.displayName), .text(kind), .text(isGranted ? "granted" : "not granted"), "\(remove)",
        ]
    }

    private func isGranted(_ name: String, _ api: Application, to owner: String) -> Bool {
        consents.contains { $0.userID == owner && $0.resourceID == api.appID && $0.scopes.contains(name) }
    }

    private var consent: HTML? {
        guard request.may(.writeGrants), !view.application.requiredResourceAccess.isEmpty else { return nil }
        return request.form(
            "consent", to: view.address("consent"), label: "Grant consent for \(request.tenant.displayName)")
    }

    private var add: HTML? {
        guard view.isChangeable else { return nil }
        let apis = request.context.directory.applications(offeredTo: request.tenant).filter {
            !$0.scopes.isEmpty || $0.appRoles?.isEmpty == false
        }
        let names = apis.flatMap { api in api.scopes.map(\.value) + (api.appRoles ?? []).map(\.value) }
        return request.form(
            "permission", to: view.address("permission"), label: "Add the permission",
            [
                request.field(
                    "permission", "api", "API", hint: "Its name, id or identifier URI.",
                    suggestions: apis.map(\.displayName)),
                request.field(
                    "permission", "permission", "Permission", hint: "Such as User.Read, or a role of the application.",
                    suggestions: Array(Set(names)).sorted()),
            ])
    }
}
