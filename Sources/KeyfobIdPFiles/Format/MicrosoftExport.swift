import KeyfobCore
import KeyfobYAML

/// Recognizes what Microsoft's tools export: an object of Microsoft Graph, a list of them as `az` prints it, a response
/// with `value`, and a manifest of the portal in the form of Azure AD Graph.
enum MicrosoftExport {
    /// The objects of a document, as a tenant without a name.
    static func tenant(of document: SourceNode) throws(FileError) -> FileTenant {
        var tenant = try FileTenant(SourceNode(value: .object([]), place: document.place))
        tenant.place = nil
        let context = document["@odata.context"]?.string
        let objects = document.elements ?? document["value"]?.elements ?? [document]
        for object in objects {
            guard object.members != nil else { throw unknown(object) }
            guard let section = section(of: object, context: context) else { throw unknown(object) }
            let plain = AzureADManifest.isOne(object) ? try AzureADManifest.application(object) : object
            tenant.sections[section, default: []].append(plain.without { $0.contains("@odata.") })
        }
        return tenant
    }

    private static func unknown(_ node: SourceNode) -> FileError {
        FileError(
            "This is neither an object with 'tenants' nor an export of Microsoft's tools: a user, group, application, "
                + "service principal, policy or named location of Microsoft Graph, a list of them, or a manifest of the "
                + "portal.", at: node.place)
    }

    private static let types: [String: FileSection] = [
        "user": .users, "group": .groups, "application": .applications, "servicePrincipal": .servicePrincipals,
        "conditionalAccessPolicy": .policies, "ipNamedLocation": .namedLocations,
        "countryNamedLocation": .namedLocations, "oAuth2PermissionGrant": .oauth2PermissionGrants,
        "appRoleAssignment": .appRoleAssignments,
    ]

    private static func section(of object: SourceNode, context: String?) -> FileSection? {
        if let type = object["@odata.type"]?.string?.split(separator: ".").last, let section = types[String(type)] {
            return section
        }
        // https://graph.microsoft.com/v1.0/$metadata#users/$entity
        if let context = context?.split(separator: "#").last {
            let parts = context.split(separator: "/").map { String($0.prefix { $0 != "(" }) }
            let name = parts.last { $0 != "$entity" && $0 != "microsoft.graph.ipNamedLocation" } ?? ""
            if let section = FileSection(rawValue: name) { return section }
        }
        func has(_ names: String...) -> Bool { names.contains { object[$0] != nil } }
        if has("userPrincipalName") { return .users }
        if has("appId"),
            has("servicePrincipalNames", "servicePrincipalType", "appDisplayName", "appOwnerOrganizationId")
        {
            return .servicePrincipals
        }
        if AzureADManifest.isOne(object) || has("signInAudience", "requiredResourceAccess", "identifierUris") {
            return .applications
        }
        if has("conditions"), has("grantControls", "sessionControls", "state") { return .policies }
        if has("ipRanges", "countriesAndRegions") { return .namedLocations }
        if has("appRoleId"), has("principalId") { return .appRoleAssignments }
        if has("consentType"), has("scope") { return .oauth2PermissionGrants }
        if has("securityEnabled", "groupTypes", "mailNickname"), has("displayName") { return .groups }
        return nil
    }
}
