import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// Finds the objects of a directory by what files call them.
struct References: Sendable {
    private var usersByName: [String: String] = [:]
    private var usersByID: [String: User] = [:]
    private var groups: [String: [String: [String]]] = [:]
    private var groupIDs: [String: Set<String>] = [:]
    private var applications: [String: Application] = [:]
    private var applicationsByName: [String: [String]] = [:]
    private var locations: [String: [String: [String]]] = [:]

    /// Reads the names of a directory.
    ///
    /// - Parameters:
    ///   - state: the directory.
    ///   - onlyTenant: the id of the only tenant whose objects have names; nil for all. Applications of other tenants
    ///     that may have an object in it have names too.
    ///   - platform: the registrations of the platform's vendor, which have names in every tenant.
    init(_ state: DirectoryState, onlyTenant: String? = nil, platform: [Application] = []) {
        for user in state.users.values where onlyTenant == nil || user.tenantID == onlyTenant {
            usersByName[user.userPrincipalName.lowercased()] = user.objectID
            usersByID[user.objectID] = user
        }
        for (key, json) in state.objects.pairs {
            let name = json["displayName"]?.stringValue ?? ""
            if key.kind == .group {
                groups[key.tenantID, default: [:]][name, default: []].append(key.id)
                groupIDs[key.tenantID, default: []].insert(key.id)
            }
            if key.kind == .namedLocation { locations[key.tenantID, default: [:]][name, default: []].append(key.id) }
        }
        let offered = onlyTenant.map { Self.offered(in: $0, state, platform) }
        for application in state.applications.values where offered?.contains(application.appID) ?? true {
            applications[application.appID] = application
            applicationsByName[Self.plain(application.displayName), default: []].append(application.appID)
            for uri in application.identifierURIs where Self.plain(uri) != Self.plain(application.displayName) {
                applicationsByName[Self.plain(uri), default: []].append(application.appID)
            }
            applicationsByName[Self.plain(application.objectID), default: []].append(application.appID)
        }
    }

    /// The applications that may have an object in a tenant, and those that have one.
    private static func offered(in tenantID: String, _ state: DirectoryState, _ platform: [Application]) -> Set<String>
    {
        var ids = Set(platform.map(\.appID))
        for application in state.applications.values
        where application.tenantID == tenantID || application.isFirstParty == true
            || [.multipleOrganizations, .organizationsAndPersonal].contains(application.signInAudience)
        {
            ids.insert(application.appID)
        }
        for (key, _) in state.consents.pairs where key.tenantID == tenantID {
            ids.formUnion([key.clientID, key.resourceID])
        }
        for (_, json) in state.objects(.servicePrincipal, in: tenantID) {
            if let appID = json["appID"]?.stringValue { ids.insert(appID) }
        }
        return ids
    }

    /// A name or an identifier URI as it is compared: without regard to letter case, or a slash at the end.
    private static func plain(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix("/") ? String(name.dropLast()) : name
    }

    /// The user with that principal name or object id.
    func user(_ name: String) -> User? {
        let key = name.lowercased()
        return usersByID[usersByName[key] ?? key]
    }

    /// The groups of a tenant with that name or id.
    func groups(_ name: String, in tenantID: String) -> [String] {
        let id = name.lowercased()
        if groupIDs[tenantID]?.contains(id) == true { return [id] }
        return groups[tenantID]?[name] ?? []
    }

    /// The named locations of a tenant with that name.
    func locations(_ name: String, in tenantID: String) -> [String] { locations[tenantID]?[name] ?? [] }

    /// The applications with that application id, object id, identifier URI or name, or whose service principal in the
    /// tenant has that id.
    func applications(_ name: String, in tenantID: String) -> [Application] {
        if let found = applications[name.lowercased()] { return [found] }
        let named = (applicationsByName[Self.plain(name)] ?? []).compactMap { applications[$0] }
        guard named.isEmpty, ApplicationJSON.isGUID(name.lowercased()) else { return named }
        let id = name.lowercased()
        return applications.values.filter { ServicePrincipal.objectID(of: $0, in: tenantID) == id }
    }
}
