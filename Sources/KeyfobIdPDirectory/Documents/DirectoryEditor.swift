package import KeyfobConditionalAccess
package import KeyfobCore
package import KeyfobIdPCore
package import KeyfobIdPModel

/// Changes the directory of a tenant inside one transaction, by the rules that Microsoft Graph and the portal share: an object that
/// is removed leaves no reference behind, names stay unique, and a new password ends what began with the old one.
///
/// A class, because a change has to see those before it.
package final class DirectoryEditor {
    /// The transaction that contains all changes.
    package let transaction: any IdPTransaction
    /// The time (Unix seconds).
    package let now: Int64
    let random: any RandomSource
    let directory: Directory
    /// The tenant with the changes so far.
    package private(set) var tenant: Tenant
    /// Every tenant's applications with the changes so far.
    package private(set) var applications: [Application]
    /// The tenant's groups with the changes so far.
    package private(set) var groups: [UserGroup]
    private var settings: [String: ServicePrincipalSettings]

    /// Makes an editor for a transaction that sees the context's directory.
    package convenience init(_ tenant: Tenant, _ context: RequestContext, _ transaction: any IdPTransaction) {
        self.init(tenant, context.directory, transaction, random: context.random, now: context.now)
    }

    /// Makes an editor for a transaction that sees a directory.
    package init(
        _ tenant: Tenant, _ directory: Directory, _ transaction: any IdPTransaction, random: any RandomSource,
        now: Int64
    ) {
        self.tenant = tenant
        self.transaction = transaction
        self.random = random
        self.now = now
        self.directory = directory
        applications = directory.applications
        groups = directory.policies(of: tenant.id).groups
        settings = Dictionary(directory.principals(in: tenant.id).map { ($0.appID, $0) }) { first, _ in first }
    }

    /// A new object id.
    package func newID() -> String { random.uuid() }

    /// Writes the tenant.
    ///
    /// - Throws: ``DirectoryError`` beyond the limits of an object, as all writing here.
    package func put(_ changed: Tenant) throws {
        try ObjectLimits.check(changed)
        tenant = changed
        try transaction.put(changed)
    }

    /// Writes a registration. What belongs to the provider stays as it is stored.
    package func put(_ changed: Application) throws {
        try ObjectLimits.check(changed)
        var application = changed
        if let index = applications.firstIndex(where: { $0.appID == application.appID }) {
            application = try ProviderMembers.checked(application, replacing: applications[index])
            applications[index] = application
        } else {
            try checkRoom()
            applications.append(application)
        }
        try transaction.put(application)
    }

    /// Forgets a registration that was removed from the store.
    func forget(_ application: Application) { applications.removeAll { $0.appID == application.appID } }

    /// Writes a group.
    package func put(_ group: UserGroup) throws {
        try ObjectLimits.check(group)
        if let index = groups.firstIndex(where: { $0.id == group.id }) {
            groups[index] = group
        } else {
            try checkRoom()
            groups.append(group)
        }
        try transaction.put(
            DirectoryObject(kind: .group, id: group.id, tenantID: tenant.id, document: group.json.text()))
    }

    /// Forgets a group that was removed from the store.
    func forget(groupID: String) { groups.removeAll { $0.id == groupID } }

    /// What the tenant's administrators have set for an application; nil if nothing.
    package func principal(of appID: String) -> ServicePrincipalSettings? { settings[appID] }

    /// Writes what they have set.
    package func put(_ changed: ServicePrincipalSettings, of application: Application) throws {
        try ObjectLimits.check(changed)
        if settings[application.appID] == nil { try checkRoom() }
        settings[application.appID] = changed
        let id = ServicePrincipal.objectID(of: application, in: tenant.id)
        try transaction.put(try changed.object(id: id, tenantID: tenant.id))
    }

    /// Writes a policy.
    package func put(_ policy: ConditionalAccessPolicy) throws {
        try ObjectLimits.check(policy)
        let known = directory.policies(of: tenant.id)
        let others = known.policies.filter { $0.id != policy.id }
        try ObjectLimits.checkRoom(policies: others.count + 1, locations: known.locations.count)
        try put(.policy, policy.id, policy.document)
    }

    /// Writes a named location.
    package func put(_ location: NamedLocation) throws {
        try ObjectLimits.check(location)
        let known = directory.policies(of: tenant.id)
        let others = known.locations.filter { $0.id != location.id }
        try ObjectLimits.checkRoom(policies: known.policies.count, locations: others.count + 1)
        try put(.namedLocation, location.id, location.document)
    }

    private func put(_ kind: DirectoryObject.Kind, _ id: String, _ document: [String: JSONValue]) throws {
        try transaction.put(
            DirectoryObject(kind: kind, id: id, tenantID: tenant.id, document: JSONValue.object(document).text()))
    }

    /// Writes a device.
    package func put(_ device: RegisteredDevice) throws {
        try ObjectLimits.check(device)
        try transaction.put(device)
    }

    /// Checks that the tenant has room for one more object.
    func checkRoom() throws {
        let own = applications.count { $0.tenantID == tenant.id } + groups.count + settings.count
        try ObjectLimits.checkRoom(inMemory: own + 1, others: try transaction.objectCount(tenantID: tenant.id))
    }

    /// The user with that principal name or object id in the tenant; nil if there is none.
    package func user(_ key: String) throws -> User? {
        let found =
            try transaction.user(objectID: key.lowercased()) ?? transaction.user(userPrincipalName: key)
        return found?.tenantID == tenant.id ? found : nil
    }

    /// The registration with that application id.
    package func application(appID: String) -> Application? {
        let id = appID.lowercased()
        return applications.first { $0.appID.lowercased() == id }
    }

    /// The registration in the tenant with that object id.
    package func application(objectID: String) -> Application? {
        let id = objectID.lowercased()
        return applications.first { $0.objectID.lowercased() == id && $0.tenantID == tenant.id }
    }

    /// The group with that id.
    package func group(_ id: String) -> UserGroup? {
        let id = id.lowercased()
        return groups.first { $0.id == id }
    }
}
