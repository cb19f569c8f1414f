import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// What a registration offers as an API: its names, its permissions and its roles.
struct ApplicationOfferView {
    let view: ApplicationView
    private var request: PortalRequest { view.request }
    private var application: Application { view.application }

    var html: HTML {
        "<h2>Expose an API</h2>\n\(names)\(scopes)<h2>App roles</h2>\n\(roles)"
    }

    private var names: HTML {
        guard view.isChangeable else {
            return "<h3>Identifier URIs</h3>\n\(HTML.list(application.identifierURIs))"
        }
        return request.form(
            "names", to: view.address("names"), label: "Save",
            [
                request.lines(
                    "names", "identifierUris", "Identifier URIs", application.identifierURIs.joined(separator: "\n"),
                    hint: "One a line, such as api://\(application.appID).")
            ])
    }

    private var scopes: HTML {
        let rows: [[HTML]] = application.scopes.map { scope in
            [
                .text(scope.value), .text(scope.displayName),
                .text(scope.requiresAdministrator ? "administrators" : "users"),
                .text(scope.isEnabled ? "enabled" : "disabled"), remove("remove-scope", scope.id, scope.value),
            ]
        }
        let add: HTML? =
            view.isChangeable
            ? request.form(
                "scope", to: view.address("scope"), label: "Add the permission",
                [
                    request.field("scope", "value", "Name", hint: "As in scopes: Files.Read"),
                    request.field("scope", "displayName", "Name on consent pages"),
                    request.field("scope", "description", "Description on consent pages"),
                    request.box("scope", "requiresAdministrator", "Only administrators may consent", false),
                ]) : nil
        let table = PortalTable(
            caption: "Permissions of this API on behalf of users",
            columns: ["Permission", "On consent pages", "Who may consent", "State", ""], rows: rows)
        return "\(table.html)\(add)"
    }

    private var roles: HTML {
        let rows: [[HTML]] = (application.appRoles ?? []).map { role in
            let kinds = (role.isForUsers ? ["users and groups"] : []) + (role.isForApplications ? ["applications"] : [])
            return [
                .text(role.value), .text(role.displayName), .text(kinds.joined(separator: ", ")),
                .text(role.isEnabled ? "enabled" : "disabled"), remove("remove-role", role.id, role.value),
            ]
        }
        let add: HTML? =
            view.isChangeable
            ? request.form(
                "role", to: view.address("role"), label: "Add the role",
                [
                    request.field("role", "value", "Value", hint: "As in claim roles: Files.Read.All"),
                    request.field("role", "displayName", "Name"), request.field("role", "description", "Description"),
                    request.box("role", "forUsers", "For users and groups", true),
                    request.box("role", "forApplications", "For applications", false),
                ]) : nil
        let table = PortalTable(
            caption: "Roles of this application", columns: ["Value", "Name", "For", "State", ""], rows: rows)
        return "\(table.html)\(add)"
    }

    private func remove(_ action: String, _ id: String, _ name: String) -> HTML {
        guard view.isChangeable else { return "" }
        return request.button("Remove", about: name, to: view.address(action), [("id", id)])
    }
}
