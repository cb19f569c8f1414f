import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// A request to Microsoft Graph inside its transaction: who calls, and the directory with the changes so far.
///
/// A class, because a handler has to see the changes that it made.
final class GraphSession {
    let context: RequestContext
    let caller: GraphCaller
    let editor: DirectoryEditor
    let query: ODataQuery
    /// The hash of the password in the body, which was computed before the transaction.
    let passwordHash: String?
    private var knownConsents: [Consent]?
    private var consentedClients: Set<String>?
    private var knownDevices: [String: String]?
    /// The application ids by object id in the tenant; each object id is a digest, so that they are computed once.
    private lazy var principalIDs = Dictionary(
        editor.applications.map { (ServicePrincipal.objectID(of: $0, in: tenant.id), $0.appID) }
    ) { first, _ in first }
    private lazy var roles = Dictionary(DirectoryRole.all.map { ($0.objectID(in: tenant.id), $0) }) { first, _ in first
    }

    init(
        _ context: RequestContext, _ caller: GraphCaller, _ query: ODataQuery, passwordHash: String?,
        _ transaction: any IdPTransaction
    ) {
        self.context = context
        self.caller = caller
        self.query = query
        self.passwordHash = passwordHash
        editor = DirectoryEditor(caller.tenant, context, transaction)
    }

    var transaction: any IdPTransaction { editor.transaction }
    var tenant: Tenant { editor.tenant }
    var now: Int64 { context.now }

    /// Every consent in the tenant, with the changes so far.
    func consents() throws -> [Consent] {
        if let knownConsents { return knownConsents }
        let consents = try transaction.consents(tenantID: tenant.id)
        knownConsents = consents
        return consents
    }

    private func knownClients() throws -> Set<String> {
        if let consentedClients { return consentedClients }
        let clients = DirectoryEditor.clients(of: try consents())
        consentedClients = clients
        return clients
    }

    /// Writes a consent.
    func put(_ consent: Consent) throws {
        knownConsents = nil
        consentedClients = nil
        try transaction.put(consent)
    }

    /// The applications that have an object in the tenant.
    func principals() throws -> [Application] {
        let clients = try knownClients()
        return editor.applications.filter { editor.hasPrincipal($0, clients: clients) }
    }

    /// The application whose object in the tenant has an id; nil if there is none.
    func principal(objectID: String) throws -> Application? {
        guard let appID = principalIDs[objectID.lowercased()], let application = editor.application(appID: appID)
        else { return nil }
        return try hasPrincipal(application) ? application : nil
    }

    /// Whether an application has an object in the tenant.
    func hasPrincipal(_ application: Application) throws -> Bool {
        editor.hasPrincipal(application, clients: try knownClients())
    }

    /// The registrations of the tenant.
    var registrations: [Application] { editor.applications.filter { $0.tenantID == tenant.id } }

    /// The object of the tenant with an id, of any kind; nil if there is none.
    func object(_ id: String) throws -> GraphEntity? {
        let id = id.lowercased()
        if let user = try transaction.user(objectID: id), user.tenantID == tenant.id { return entity(user) }
        if let group = editor.group(id) { return entity(group) }
        if let application = try principal(objectID: id) { return principalEntity(application) }
        if let application = editor.application(objectID: id) { return entity(application) }
        if let role = roles[id] { return entity(role) }
        if let device = try device(objectID: id) { return entity(device) }
        return nil
    }

    /// The device with an object id; nil if the tenant has none.
    func device(objectID: String) throws -> RegisteredDevice? {
        try deviceIDs()[objectID.lowercased()].flatMap { try transaction.device(id: $0) }
    }

    /// The device ids by object id: read once, because a request may name many objects that are none of them.
    private func deviceIDs() throws -> [String: String] {
        if let knownDevices { return knownDevices }
        let devices = try transaction.devices(tenantID: tenant.id)
        let ids = Dictionary(devices.map { (tenant.objectID(of: $0), $0.id) }) { first, _ in first }
        knownDevices = ids
        return ids
    }

    /// A GUID that follows from a name in the tenant.
    static func objectID(_ name: String) -> String { DerivedID.of("graph|\(name)") }

    /// Whether an object has a directory role, so that lesser roles may not change it.
    func isAdministrator(_ objectID: String) -> Bool { !DirectoryRole.roles(of: objectID, in: tenant).isEmpty }

    /// The address of an object, as references have it.
    func address(_ path: String) -> String { context.graphAddress(path) }
}

extension RequestContext {
    /// The address of an object, as references have it.
    func graphAddress(_ path: String) -> String { "\(graphOrigin)/v1.0/\(path)" }
}
