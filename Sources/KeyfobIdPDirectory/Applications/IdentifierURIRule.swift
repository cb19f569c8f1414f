import KeyfobCore
package import KeyfobIdPCore
package import KeyfobIdPModel

/// Which names an application may get: the same for Microsoft Graph, the portal, files and the admin API.
///
/// It follows Entra ID's restrictions of `identifierUris`. A name that is stored already stays, because look-ups ignore
/// those that an application must not have.
package struct IdentifierURIRule {
    /// The largest number of names of an application.
    package static let most = 50
    /// Entra ID's code for a name outside of the tenant's own names.
    package static let unverified = "HostNameNotOnVerifiedDomain"

    private let reserved: ReservedNames
    private let tenants: [String: Tenant]
    private let hosts: Set<String>
    /// The tenants by verified domain.
    private let owners: [String: String]

    /// Makes the rule of a directory.
    ///
    /// - Parameters:
    ///   - reserved: the names at which the provider and the platform answer.
    ///   - tenants: all tenants.
    package init(_ reserved: ReservedNames, tenants: some Sequence<Tenant>) {
        self.reserved = reserved
        self.tenants = Dictionary(tenants.map { ($0.id, $0) }) { first, _ in first }
        hosts = ReservedNames.hosts(of: self.tenants.values)
        owners = Dictionary(
            self.tenants.values.flatMap { tenant in tenant.domains.map { ($0.lowercased(), tenant.id) } }
        ) { first, _ in first }
    }

    /// Checks the names that an application gets.
    ///
    /// - Parameters:
    ///   - application: the application as it will be.
    ///   - old: the application as it is stored; nil for a new one, and for one that is restored.
    ///   - byAdministrator: whether the caller may change every application of the tenant. All others get names
    ///     with the id of the application or the tenant, or in a verified domain of the tenant.
    /// - Throws: ``DirectoryError`` that names the identifier URI.
    package func check(
        _ application: Application, replacing old: Application?, byAdministrator: Bool
    ) throws(DirectoryError) {
        let known = old?.identifierURIs ?? []
        let new = application.identifierURIs.filter { uri in
            !known.contains { $0.utf8.elementsEqual(uri.utf8) }
        }
        guard !new.isEmpty else { return }
        guard application.identifierURIs.count <= Self.most else {
            throw .invalid(member: Self.member, "has more than \(Self.most) identifier URIs.")
        }
        var keys = Set(known.compactMap(APIName.key))
        for uri in new {
            let name: APIName
            do { name = try APIName(uri) } catch {
                throw .invalid(
                    member: Self.member, "is refused: the identifier URI '\(Self.shown(uri))' \(error.problem)")
            }
            try check(name, uri, application, byAdministrator: byAdministrator)
            guard keys.insert(name.key).inserted || known.contains(where: { APIName.key(of: $0) == name.key }) else {
                throw .invalid(member: Self.member, "has the identifier URI '\(uri)' twice.")
            }
        }
    }

    private static let member = "identifierUris"

    private func check(
        _ name: APIName, _ uri: String, _ application: Application, byAdministrator: Bool
    ) throws(DirectoryError) {
        guard reserved.allows(name, for: application, besides: hosts) else {
            throw .invalid(
                member: Self.member,
                "is refused: the identifier URI '\(uri)' belongs to the platform or to this provider, so that no other "
                    + "application can have it. Choose another name, such as api://\(application.appID).")
        }
        guard name.scheme != nil else {
            throw .invalid(
                member: Self.member, "is refused: the identifier URI '\(uri)' has no scheme, such as api://.")
        }
        let id = application.appID.lowercased()
        if PlatformAPI(rawValue: id) != nil { return }
        // Another tenant's id belongs to that tenant: an administrator of this one cannot use it either.
        let namesTenant = name.host.flatMap { tenants[$0] }
        let owner = name.host.flatMap(owner(of:))
        guard namesTenant.map({ $0.id == application.tenantID }) != false,
            owner.map({ $0 == application.tenantID }) != false, name.host?.hasPrefix("[") != true
        else { throw Self.unverified(uri, application) }
        if byAdministrator { return }
        let isOwn: Bool =
            switch name.scheme {
            case "api": name.host == id || name.segments.last == id || namesTenant != nil || owner != nil
            case "https": owner != nil
            default: false
            }
        guard isOwn else { throw Self.unverified(uri, application) }
    }

    /// The tenant that has verified the domain of a host, or the nearest one above it.
    private func owner(of host: String) -> String? {
        var rest = Substring(host)
        while true {
            if let found = owners[String(rest)] { return found }
            guard let dot = rest.firstIndex(of: ".") else { return nil }
            rest = rest[rest.index(after: dot)...]
        }
    }

    private static func unverified(_ uri: String, _ application: Application) -> DirectoryError {
        DirectoryError(
            status: 400, code: unverified,
            message:
                "Values of identifierUris property must use a verified domain of the organization or its subdomain: "
                + "'\(uri)'. Without one use api://\(application.appID) or api://\(application.tenantID)/NAME; an "
                + "administrator can also register other names that are in no other organization's domain.",
            member: member)
    }

    /// A text that is no name, as far as it can be shown.
    private static func shown(_ text: String) -> String {
        String(decoding: text.utf8.prefix(256).map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }
}
