package import KeyfobYAML

/// What the files say about one tenant.
package struct FileTenant: Sendable {
    /// The place at which it was named first; nil if a file names no tenant, so that it means the default one.
    package var place: SourcePlace?
    /// The tenant's own members: its names and settings, each from one file.
    package var settings: [SourceNode.Member]
    /// Its objects, by kind. A kind that no file mentions is missing, and is never pruned.
    package var sections: [FileSection: [SourceNode]]

    /// The members of a tenant besides its objects.
    static let known: Set<String> = [
        "id", "displayName", "domains", "kind", "hosts", "cloud", "userFlows", "partialConsent", "allowsUserConsent",
        "acceptsConsentRequests", "subjectSalt", "createdDateTime", "branding", "administrators", "trust",
    ]

    /// The object with the tenant's own members.
    var node: SourceNode {
        let place = place ?? settings.first?.place ?? SourcePlace(file: "", line: 1, column: 1)
        return SourceNode(value: .object(settings), place: place)
    }

    /// Reads a tenant's object.
    init(_ node: SourceNode) throws(FileError) {
        guard let members = node.members else { throw FileError("A tenant is an object.", at: node.place) }
        place = node.place
        settings = []
        sections = [:]
        for member in members {
            if let section = FileSection.members[member.name] {
                try add(member.node, to: section, member.name)
            } else if member.name == "conditionalAccess" {
                try addConditionalAccess(member.node)
            } else if Self.known.contains(member.name) {
                settings.append(member)
            } else {
                throw FileError(
                    "The member '\(member.name.prefix(64))' is not known here.", at: member.place,
                    member: String(member.name.prefix(64)))
            }
        }
    }

    private mutating func add(_ node: SourceNode, to section: FileSection, _ path: String) throws(FileError) {
        if node.isNull {
            sections[section, default: []] += []
            return
        }
        guard let elements = node.elements else {
            throw FileError("The member '\(path)' is not a list.", at: node.place, member: path)
        }
        sections[section, default: []] += elements
    }

    private mutating func addConditionalAccess(_ node: SourceNode) throws(FileError) {
        let path = "conditionalAccess"
        guard let members = node.members else {
            if node.isNull { return }
            throw FileError("The member '\(path)' is not an object.", at: node.place, member: path)
        }
        for member in members {
            switch member.name {
            case "policies": try add(member.node, to: .policies, "\(path).policies")
            case "namedLocations": try add(member.node, to: .namedLocations, "\(path).namedLocations")
            default:
                throw FileError(
                    "The member '\(path).\(member.name.prefix(64))' is not known here.", at: member.place,
                    member: "\(path).\(member.name.prefix(64))")
            }
        }
    }

    /// Adds what another file says about the same tenant.
    ///
    /// - Throws: ``FileError`` if both set one member, unless it is one of the names by which they were matched.
    mutating func merge(_ other: FileTenant) throws(FileError) {
        for member in other.settings {
            guard let mine = settings.first(where: { $0.name == member.name }) else {
                settings.append(member)
                continue
            }
            guard mine.node.json != member.node.json else { continue }
            throw FileError(
                "The tenant's '\(member.name)' is at \(mine.place.text) already, with another value.",
                at: member.place, member: member.name)
        }
        for (section, nodes) in other.sections { sections[section, default: []] += nodes }
    }

    /// The id, if the file has one.
    var id: String? { settings.first { $0.name == "id" }?.node.string?.lowercased() }
    /// The domains, in lower case.
    var domains: [String] {
        let node = settings.first { $0.name == "domains" }?.node
        return (node?.elements ?? []).compactMap { $0.string?.lowercased() }
    }
    /// The name, if the file has one.
    var displayName: String? { settings.first { $0.name == "displayName" }?.node.string }
}
