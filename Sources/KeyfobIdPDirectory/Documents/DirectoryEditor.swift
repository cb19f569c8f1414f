package import KeyfobConditionalAccess
import KeyfobCore
package import KeyfobIdPCore
package import KeyfobIdPModel

/// Changes the directory of a tenant inside one transaction, by the rules that Microsoft Graph and the portal share: an
/// object that is removed leaves no reference behind, names stay unique, and a new password ends what began with the
/// old one.
///
/// A class, because a change has to see those before it.
package final class DirectoryEditor {
    /// The transaction that contains all changes.
    package let transaction: any IdPTransaction
    /// The time (Unix seconds).
    package let now: Int64
    let random: any RandomSource
    let directory: Directory
    /// The names that no application can get.
    let reserved: ReservedNames
    /// The tenant with the changes so far.
    package private(set) var tenant: Tenant
    /// Every tenant's applications with the changes so far.
    package private(set) var applications: [Application]
    /// The tenant's groups with the changes so far.
    package private(set) var groups: [UserGroup]
    private var settings: [String: ServicePrincipalSettings]
    /// Where an application or a group is in its list, by its id in lower case: a request may look up many.
    private lazy var applicationIndex = Self.index(applications, \.appID)
    private lazy var registrationIndex = Self.index(applications, \.objectID)
    private lazy var groupIndex = Self.index(groups, \.id)

    /// Makes an editor for a transaction that sees the context's directory.
    package init(_ tenant: Tenant, _ context: RequestContext, _ transaction: any IdPTransaction) {
        self.tenant = tenant
        self.transaction = transaction
        random = context.random
        now = context.now
        directory = context.directory
        reserved = context.reservedNames
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
        if let index = applicationIndex[application.appID.lowercased()] {
            application = try ProviderMembers.checked(application, replacing: applications[index])
            applications[index] = application
        } else {
            try checkRoom()
            applicationIndex[application.appID.lowercased()] = applications.count
            registrationIndex[application.objectID.lowercased()] = applications.count
            applications.append(application)
        }
        try transaction.put(application)
    }

    /// Forgets a registration that was removed from the store.
    func forget(_ application: Application) {
        applications.removeAll { $0.appID == application.appID }
        applicationIndex = Self.index(applications, \.appID)
        registrationIndex = Self.index(applications, \.objectID)
    }

    /// Writes a group.
    package func put(_ group: UserGroup) throws {
        try ObjectLimits.check(group)
        if let index = groupIndex[group.id.lowercased()] {
            groups[index] = group
        } else {
            try checkRoom()
            groupIndex[group.id.lowercased()] = groups.count
            groups.append(group)
        }
        try transaction.put(
            DirectoryObject(kind: .group, id: group.id, tenantID: tenant.id, document: group.json.text()))
    }

    /// Forgets a group that was removed from the store.
    func forget(groupID: String) {
        groups.removeAll { $0.id == groupID }
        groupIndex = Self.index(groups, \.id)
    }

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
        applicationIndex[appID.lowercased()].map { applications[$0] }
    }

    /// The registration in the tenant with that object id.
    package func application(objectID: String) -> Application? {
        registrationIndex[objectID.lowercased()].map { applications[$0] }.flatMap {
            $0.tenantID == tenant.id ? $0 : nil
        }
    }

    /// The group with that id.
    package func group(_ id: String) -> UserGroup? { groupIndex[id.lowercased()].map { groups[$0] } }

    private static func index<Element>(_ all: [Element], _ id: (Element) -> String) -> [String: Int] {
        Dictionary(all.enumerated().map { (id($0.element).lowercased(), $0.offset) }) { first, _ in first }
    }
}
