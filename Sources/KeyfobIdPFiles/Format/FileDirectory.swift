import KeyfobCore
package import KeyfobYAML

/// What files say about a directory: the documents of all files together, in the order of their names.
package struct FileDirectory: Sendable {
    /// The tenants, in the order in which they are named first.
    package var tenants: [FileTenant] = []

    /// Reads files.
    ///
    /// - Parameter files: the files, in any order.
    /// - Throws: ``FileError`` with the place of the first problem.
    package init(_ files: [SourceFile]) throws(FileError) {
        guard files.count <= SourceLimits.files else {
            throw FileError("There are more than \(SourceLimits.files) files.", at: nil)
        }
        guard files.reduce(0, { $0 + $1.bytes.count }) <= SourceLimits.bytes else {
            throw FileError("The files have more than \(SourceLimits.bytes >> 20) MiB together.", at: nil)
        }
        for file in files.sorted(by: { $0.name < $1.name }) {
            for document in try YAMLReader.documents(file) { try add(document) }
        }
    }

    private mutating func add(_ document: SourceNode) throws(FileError) {
        if let tenants = document["tenants"] {
            if let other = document.members?.first(where: { $0.name != "tenants" }) {
                throw FileError(
                    "Beside 'tenants' there is no member '\(other.name.prefix(64))'; it belongs in one of the tenants.",
                    at: other.place, member: String(other.name.prefix(64)))
            }
            guard let elements = tenants.elements else {
                throw FileError("The member 'tenants' is not a list.", at: tenants.place, member: "tenants")
            }
            for element in elements { try add(try FileTenant(element)) }
        } else if let names = document.members?.map(\.name), !names.isEmpty, names.allSatisfy(Self.isOfTenants) {
            try add(try FileTenant(document))
        } else if !document.isNull {
            try add(try MicrosoftExport.tenant(of: document))
        }
    }

    private static func isOfTenants(_ name: String) -> Bool {
        FileSection.members[name] != nil || name == "conditionalAccess" || name == "administrators"
            || name == "trust" || name == "branding" || name == "partialConsent" || name == "allowsUserConsent"
            || name == "acceptsConsentRequests"
    }

    private mutating func add(_ tenant: FileTenant) throws(FileError) {
        if let index = tenants.firstIndex(where: { Self.isSame($0, tenant) }) {
            try tenants[index].merge(tenant)
        } else {
            tenants.append(tenant)
        }
    }

    /// Whether two files mean one tenant: by its id, by a domain, or, without either, by its name.
    private static func isSame(_ left: FileTenant, _ right: FileTenant) -> Bool {
        if let mine = left.id, let other = right.id { return mine == other }
        if !Set(left.domains).isDisjoint(with: right.domains) { return true }
        func isBare(_ tenant: FileTenant) -> Bool { tenant.id == nil && tenant.domains.isEmpty }
        // Without any name both mean the default tenant.
        if left.displayName == nil { return isBare(left) && isBare(right) && right.displayName == nil }
        return (isBare(left) || isBare(right)) && left.displayName == right.displayName
    }
}
