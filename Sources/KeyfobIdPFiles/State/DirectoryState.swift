import KeyfobCore
import KeyfobIdPModel

/// The rows of a store that files describe: as they are, or as they will be.
struct DirectoryState: Sendable {
    /// The key of a policy, a named location, a group or a service principal's settings.
    struct ObjectKey: Sendable, Hashable {
        let kind: DirectoryObject.Kind
        let tenantID: String
        let id: String
    }

    /// The key of a consent or of assigned roles.
    struct ConsentKey: Sendable, Hashable {
        let tenantID: String
        let userID: String
        let clientID: String
        let resourceID: String
    }

    var tenants: Rows<String, Tenant>
    /// By the object id.
    var users: Rows<String, User>
    /// By the application id.
    var applications: Rows<String, Application>
    var objects: Rows<ObjectKey, JSONValue>
    var consents: Rows<ConsentKey, Consent>
    /// The second factors that were read, by the user's id.
    var factors: Rows<String, UserFactors>

    /// Reads a store.
    ///
    /// - Parameter withFactors: whether to read every user's second factors.
    init(_ transaction: any IdPTransaction, withFactors: Bool = false) throws {
        tenants = Rows(try transaction.tenants()) { $0.id }
        users = Rows(try transaction.users()) { $0.objectID }
        applications = Rows(try transaction.applications()) { $0.appID }
        objects = Rows()
        for object in try transaction.directoryObjects() {
            let key = ObjectKey(kind: object.kind, tenantID: object.tenantID, id: object.id)
            objects[key] = try JSONValue(parsing: object.document)
        }
        consents = Rows()
        for tenant in tenants.values {
            for consent in try transaction.consents(tenantID: tenant.id) { consents[Self.key(consent)] = consent }
        }
        factors = Rows()
        guard withFactors else { return }
        for user in users.values { factors[user.objectID] = try transaction.factors(userID: user.objectID) }
    }

    /// The key of a consent.
    static func key(_ consent: Consent) -> ConsentKey {
        ConsentKey(
            tenantID: consent.tenantID, userID: consent.userID, clientID: consent.clientID,
            resourceID: consent.resourceID)
    }

    /// A tenant's objects of a kind.
    func objects(_ kind: DirectoryObject.Kind, in tenantID: String) -> [(id: String, json: JSONValue)] {
        objects.pairs.filter { $0.key.kind == kind && $0.key.tenantID == tenantID }.map { ($0.key.id, $0.value) }
    }
}

/// Rows by their keys, in the order of insertion.
struct Rows<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var order: [Key] = []
    private var byKey: [Key: Value] = [:]

    init() {}

    init(_ values: [Value], key: (Value) -> Key) {
        for value in values { self[key(value)] = value }
    }

    subscript(key: Key) -> Value? {
        get { byKey[key] }
        set {
            guard let newValue else {
                byKey[key] = nil
                return
            }
            if byKey.updateValue(newValue, forKey: key) == nil { order.append(key) }
        }
    }

    /// The rows that exist.
    var pairs: [(key: Key, value: Value)] { order.compactMap { key in byKey[key].map { (key, $0) } } }
    var values: [Value] { order.compactMap { byKey[$0] } }
}
