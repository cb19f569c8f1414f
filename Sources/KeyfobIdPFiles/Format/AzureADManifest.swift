import KeyfobCore
import KeyfobYAML

/// A manifest of the portal in the form of Azure AD Graph, which the portal wrote for all applications until 2024, and
/// still writes for those of personal accounts.
enum AzureADManifest {
    /// The members that only this form has.
    private static let own: Set<String> = [
        "replyUrlsWithType", "oauth2Permissions", "accessTokenAcceptedVersion", "oauth2AllowImplicitFlow",
        "oauth2AllowIdTokenImplicitFlow", "allowPublicClient", "informationalUrls", "replyUrls",
    ]

    /// Whether an object is such a manifest.
    static func isOne(_ node: SourceNode) -> Bool { node.members?.contains { own.contains($0.name) } ?? false }

    /// The members of Graph's application under other names, by the path there.
    private static let renamed: [String: (parent: String?, name: String)] = [
        "name": (nil, "displayName"), "objectId": (nil, "id"), "allowPublicClient": (nil, "isFallbackPublicClient"),
        "informationalUrls": (nil, "info"), "accessTokenAcceptedVersion": ("api", "requestedAccessTokenVersion"),
        "oauth2Permissions": ("api", "oauth2PermissionScopes"),
        "preAuthorizedApplications": ("api", "preAuthorizedApplications"),
        "knownClientApplications": ("api", "knownClientApplications"), "logoutUrl": ("web", "logoutUrl"),
        "signInUrl": ("web", "homePageUrl"), "homepage": ("web", "homePageUrl"),
    ]
    /// Members without meaning here.
    private static let dropped: Set<String> = [
        "acceptMappedClaims", "oauth2AllowUrlPathMatching", "orgRestrictions", "logoUrl", "trustedCertificateSubjects",
        "errorUrl", "availableToOtherTenants", "attestations", "publicClient", "appMetadata", "replyUrls",
        "createdDateTime", "description", "oauth2AllowImplicitFlow", "oauth2AllowIdTokenImplicitFlow",
        "replyUrlsWithType", "samlMetadataUrl", "parentalControlSettings", "oauth2RequiredPostResponse", "objectType",
        "deletionTimestamp",
    ]

    /// The manifest as Graph's application.
    ///
    /// - Throws: ``FileError`` for a redirect URI of an unknown type.
    static func application(_ node: SourceNode) throws(FileError) -> SourceNode {
        var top: [SourceNode.Member] = []
        var nested: [String: [SourceNode.Member]] = [:]
        for member in node.members ?? [] {
            guard !member.node.isNull else { continue }
            guard let target = renamed[member.name] else {
                if !dropped.contains(member.name) { top.append(cleaned(member)) }
                continue
            }
            let moved = SourceNode.Member(name: target.name, place: member.place, node: cleaned(member).node)
            if let parent = target.parent {
                if nested[parent]?.contains(where: { $0.name == target.name }) != true {
                    nested[parent, default: []].append(moved)
                }
            } else {
                top.append(moved)
            }
        }
        // The portal's older form has both names of some members.
        var known: Set<String> = []
        top = top.filter { known.insert($0.name).inserted }
        for (platform, uris) in try redirectURIs(node) {
            guard let place = uris.first?.place else { continue }
            let list = SourceNode(value: .array(uris), place: place)
            nested[platform, default: []].append(.init(name: "redirectUris", place: place, node: list))
        }
        if let implicit = implicitGrant(node) { nested["web", default: []].append(implicit) }
        for (name, members) in nested.sorted(by: { $0.key < $1.key }) {
            let place = members.first?.place ?? node.place
            top.append(.init(name: name, place: place, node: SourceNode(value: .object(members), place: place)))
        }
        return node.with(top)
    }

    /// Permissions and roles without what describes their origin; credentials and addresses under Graph's names.
    private static func cleaned(_ member: SourceNode.Member) -> SourceNode.Member {
        var out = member
        if member.name == "informationalUrls" { out.node = renaming(member.node, addresses) }
        guard let elements = member.node.elements else { return out }
        switch member.name {
        case "oauth2Permissions", "appRoles":
            out.node.value = .array(elements.map { $0.without { $0 == "lang" || $0 == "origin" } })
        case "keyCredentials": out.node.value = .array(elements.map { credential($0, value: "key") })
        case "passwordCredentials": out.node.value = .array(elements.map { credential($0, value: "secretText") })
        default: break
        }
        return out
    }

    /// The names of an application's addresses in Graph's `info`.
    private static let addresses = [
        "termsOfService": "termsOfServiceUrl", "support": "supportUrl", "privacy": "privacyStatementUrl",
        "marketing": "marketingUrl",
    ]

    /// A credential under Graph's names.
    private static func credential(_ node: SourceNode, value: String) -> SourceNode {
        renaming(
            node.without { $0 == "createdOn" },
            ["startDate": "startDateTime", "endDate": "endDateTime", "value": value])
    }

    /// An object under Graph's names, without members that are null.
    private static func renaming(_ node: SourceNode, _ names: [String: String]) -> SourceNode {
        node.with(
            (node.members ?? []).compactMap { member in
                guard !member.node.isNull else { return nil }
                var out = member
                out.name = names[member.name] ?? member.name
                return out
            })
    }

    private static let platforms = ["web": "web", "spa": "spa", "installedclient": "publicClient"]

    private static func redirectURIs(_ node: SourceNode) throws(FileError) -> [(String, [SourceNode])] {
        var found: [String: [SourceNode]] = [:]
        for entry in node["replyUrlsWithType"]?.elements ?? [] {
            guard let uri = entry["url"], uri.string != nil else {
                throw FileError("An element of 'replyUrlsWithType' has no 'url'.", at: entry.place, member: "url")
            }
            guard let platform = platforms[(entry["type"]?.string ?? "Web").lowercased()] else {
                throw FileError(
                    "The 'type' of a redirect URI is Web, Spa or InstalledClient.", at: entry.place, member: "type")
            }
            found[platform, default: []].append(uri)
        }
        if node["replyUrlsWithType"] == nil, let uris = node["replyUrls"]?.elements {
            found[node["publicClient"]?.json.boolValue == true ? "publicClient" : "web", default: []] += uris
        }
        return found.sorted { $0.key < $1.key }
    }

    private static func implicitGrant(_ node: SourceNode) -> SourceNode.Member? {
        let names = [
            "oauth2AllowIdTokenImplicitFlow": "enableIdTokenIssuance",
            "oauth2AllowImplicitFlow": "enableAccessTokenIssuance",
        ]
        let members = (node.members ?? []).compactMap { member -> SourceNode.Member? in
            guard let name = names[member.name], !member.node.isNull else { return nil }
            return SourceNode.Member(name: name, place: member.place, node: member.node)
        }
        guard let place = members.first?.place else { return nil }
        return .init(
            name: "implicitGrantSettings", place: place, node: SourceNode(value: .object(members), place: place))
    }
}
