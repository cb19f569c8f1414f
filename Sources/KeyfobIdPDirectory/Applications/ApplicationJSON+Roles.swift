package import KeyfobCore
package import KeyfobIdPModel

extension ApplicationJSON {
    /// `appRoles`
    package static func roles(_ body: DirectoryDocument) throws(DirectoryError) -> [AppRole]? {
        let known: Set<String> = [
            "id", "value", "displayName", "description", "allowedMemberTypes", "isEnabled", "origin",
        ]
        guard let entries = try body.objects("appRoles", known: known), !entries.isEmpty else { return nil }
        var out: [AppRole] = []
        for entry in entries {
            let value = try entry.required("value")
            guard !value.contains(" "), value.utf8.count <= 256 else {
                throw .invalid("A role's 'value' has no spaces, and at most 256 characters.")
            }
            let name = try entry.string("displayName") ?? value
            let types = try entry.strings("allowedMemberTypes") ?? ["Application"]
            guard !types.isEmpty, types.allSatisfy({ $0 == "Application" || $0 == "User" }) else {
                throw .invalid("A role's 'allowedMemberTypes' contains Application, User, or both.")
            }
            out.append(
                AppRole(
                    id: try entry.required("id"), value: value, displayName: name,
                    description: try entry.string("description") ?? name,
                    isForApplications: types.contains("Application"), isForUsers: types.contains("User"),
                    isEnabled: try entry.bool("isEnabled") ?? true))
        }
        guard Set(out.map(\.value)).count == out.count else { throw .invalid("Two roles have the same 'value'.") }
        return out
    }

    package static func write(_ roles: [AppRole]?) -> JSONValue? {
        roles.map { roles in
            .array(
                roles.map { role in
                    let types = (role.isForApplications ? ["Application"] : []) + (role.isForUsers ? ["User"] : [])
                    return [
                        "id": .string(role.id), "value": .string(role.value),
                        "displayName": .string(role.displayName), "description": .string(role.description),
                        "allowedMemberTypes": .strings(types), "isEnabled": .bool(role.isEnabled),
                    ]
                })
        }
    }

    /// `requiredResourceAccess`
    package static func requiredResources(_ body: DirectoryDocument) throws(DirectoryError) -> [RequiredResource] {
        var out: [RequiredResource] = []
        for resource in try body.objects("requiredResourceAccess", known: ["resourceAppId", "resourceAccess"]) ?? [] {
            var scopes: [String] = []
            var roles: [String] = []
            for access in try resource.objects("resourceAccess", known: ["id", "type"]) ?? [] {
                let id = try access.required("id")
                if try access.string("type") == "Role" { roles.append(id) } else { scopes.append(id) }
            }
            out.append(
                RequiredResource(
                    resourceAppID: try resource.required("resourceAppId").lowercased(), scopeIDs: scopes,
                    roleIDs: roles.isEmpty ? nil : roles))
        }
        return out
    }

    package static func write(_ required: RequiredResource) -> JSONValue {
        let scopes = required.scopeIDs.map { id -> JSONValue in ["id": .string(id), "type": "Scope"] }
        let roles = (required.roleIDs ?? []).map { id -> JSONValue in ["id": .string(id), "type": "Role"] }
        return ["resourceAppId": .string(required.resourceAppID), "resourceAccess": .array(scopes + roles)]
    }
}
