import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// The members of a service principal that are read; those of an export that follow from the application, and
    /// further ones, are left out.
    static let principalMembers: Set<String> = furtherOfPrincipals.union([
        "id", "appId", "displayName", "accountEnabled", "appRoleAssignmentRequired", "owners", "createdDateTime",
    ])
    private static let furtherOfPrincipals: Set<String> = [
        "addIns", "alternativeNames", "description", "homepage", "info", "loginUrl", "logoutUrl", "notes",
        "notificationEmailAddresses", "preferredSingleSignOnMode", "preferredTokenSigningKeyThumbprint",
        "samlSingleSignOnSettings", "tags", "tokenEncryptionKeyId",
    ]

    mutating func planServicePrincipals() throws {
        for (node, tenant) in nodes(.servicePrincipals) {
            guard node.members != nil else { throw FileError("Here belongs an object.", at: node.place) }
            let name = node["appId"]?.string ?? node["displayName"]?.string ?? node["appDisplayName"]?.string ?? ""
            guard let application = try oneApplication(name, in: tenant, at: node.place, isOptional: true) else {
                guard node["servicePrincipalType"] != nil else {
                    throw FileError(
                        "There is no application '\(name.prefix(120))'.", at: node.place, member: "appId")
                }
                note(
                    "no application '\(name.prefix(120))' is registered, so its service principal is left out",
                    at: node.place)
                continue
            }
            let isExport = node["servicePrincipalType"] != nil || node["servicePrincipalNames"] != nil
            let plain = isExport ? node.without { !Self.principalMembers.contains($0) } : node
            let body = try document(plain, known: Self.principalMembers)
            let id = ServicePrincipal.objectID(of: application, in: tenant.id)
            try claim("service principal", id, node, name: application.displayName)
            let key = DirectoryState.ObjectKey(kind: .servicePrincipal, tenantID: tenant.id, id: id)
            let old = try current.objects[key].map { try Self.settings($0, id, tenant) }
            var settings = old ?? ServicePrincipalSettings(appID: application.appID)
            settings.isPresent = true
            try read(node) { () throws(DirectoryError) in
                settings.isEnabled = try body.bool("accountEnabled") ?? settings.isEnabled
                settings.requiresAssignment = try body.bool("appRoleAssignmentRequired") ?? settings.requiresAssignment
                settings.createdAt = try body.time("createdDateTime") ?? settings.createdAt
            }
            if let owners = node["owners"]?.elements { settings.owners = try ownerIDs(owners, in: tenant) ?? [] }
            var further = settings.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
            for (name, value) in body.members where Self.furtherOfPrincipals.contains(name) {
                further[name] = JSONValue.object([name: value]).plain.objectValue?[name]
            }
            settings.furtherMembers = further.isEmpty ? nil : JSONValue.object(further).text()
            let isDefault = old == nil && settings == ServicePrincipalSettings(appID: application.appID)
            // The tenant has the object anyway.
            if isDefault, application.tenantID == tenant.id { continue }
            let isChanged = record(
                "service principal", application.displayName, in: tenant,
                from: old.map { Self.write($0, application) }, to: Self.write(settings, application))
            if isChanged || old?.isPresent == false {
                target.objects[key] = try JSONValue(parsing: settings.object(id: id, tenantID: tenant.id).document)
            }
        }
    }

    /// The settings in an object of the store.
    static func settings(_ json: JSONValue, _ id: String, _ tenant: Tenant) throws -> ServicePrincipalSettings {
        try ServicePrincipalSettings(
            DirectoryObject(kind: .servicePrincipal, id: id, tenantID: tenant.id, document: json.text()))
    }

    /// Settings as a file has them.
    static func write(_ settings: ServicePrincipalSettings, _ application: Application) -> JSONValue {
        var members = settings.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        members["appId"] = .string(application.appID)
        if !settings.isEnabled { members["accountEnabled"] = false }
        if settings.requiresAssignment { members["appRoleAssignmentRequired"] = true }
        members["owners"] = .strings(settings.owners.sorted())
        members["createdDateTime"] = settings.createdAt.map { .string(GraphTime.text($0)) }
        return JSONValue.object(members).plain
    }
}
