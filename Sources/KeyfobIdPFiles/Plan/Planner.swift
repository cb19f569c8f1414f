import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

/// Finds what files change: reads every object as it will be, checks it, and compares it with what is stored.
///
/// It runs in the transaction that writes the result, so that nothing can change in between.
struct Planner {
    let files: FileDirectory
    let options: ApplyOptions
    let setting: ApplySetting
    let passwords: [SourcePlace: PreparedPassword]
    let transaction: any IdPTransaction
    let current: DirectoryState
    var target: DirectoryState
    var references: References
    var plan = DirectoryPlan()
    /// The tenant of each element of `files.tenants`.
    var tenantIDs: [String] = []
    /// The place in the files of each object, by kind and id.
    var claims: [String: SourcePlace] = [:]
    /// The users who got another password, whose locks end.
    var newPasswords: [String] = []

    init(
        _ files: FileDirectory, _ options: ApplyOptions, _ setting: ApplySetting,
        passwords: [SourcePlace: PreparedPassword], in transaction: any IdPTransaction
    ) throws {
        self.files = files
        self.options = options
        self.setting = setting
        self.passwords = passwords
        self.transaction = transaction
        current = try DirectoryState(transaction)
        target = current
        references = References(current, onlyTenant: options.onlyTenant, platform: setting.platform)
    }

    /// What the files may name, after a change of the target.
    func targetReferences() -> References {
        References(target, onlyTenant: options.onlyTenant, platform: setting.platform)
    }

    /// Reads and checks everything.
    ///
    /// - Throws: ``FileError`` with the place of the problem; the store's error.
    mutating func run() throws {
        try planTenants()
        try planUsers()
        references = targetReferences()
        try planApplications()
        references = targetReferences()
        try planGroups()
        references = targetReferences()
        try planSettings()
        try planServicePrincipals()
        try planDirectoryRoles()
        try planAssignments()
        try planGrants()
        try planLocations()
        references = targetReferences()
        try planPolicies()
        if options.prunes { try prune() }
        try checkAll()
        try checkOnlyTenant()
        // A tenant is made before what is in it.
        plan.changes = plan.changes.filter { $0.kind == "tenant" } + plan.changes.filter { $0.kind != "tenant" }
    }

    /// Calls a body for every object of a section, with its tenant.
    func forEach(_ section: FileSection, _ body: (SourceNode, Tenant) throws -> Void) throws {
        for (index, file) in files.tenants.enumerated() {
            guard let tenant = target.tenants[tenantIDs[index]] else { continue }
            for node in file.sections[section] ?? [] { try body(node, tenant) }
        }
    }

    /// All objects of a section with their tenants.
    func nodes(_ section: FileSection) -> [(node: SourceNode, tenant: Tenant)] {
        files.tenants.enumerated().flatMap { index, file in
            target.tenants[tenantIDs[index]].map { tenant in (file.sections[section] ?? []).map { ($0, tenant) } } ?? []
        }
    }

    /// Records that an object of the files is this one.
    ///
    /// - Throws: ``FileError`` if another object of the files is the same one.
    mutating func claim(_ kind: String, _ id: String, _ node: SourceNode, name: String) throws(FileError) {
        guard let other = claims.updateValue(node.place, forKey: "\(kind)|\(id)") else { return }
        throw FileError("The \(kind) '\(name.prefix(120))' is at \(other.text) already.", at: node.place)
    }

    /// Whether the files name an object.
    func isClaimed(_ kind: String, _ id: String) -> Bool { claims["\(kind)|\(id)"] != nil }

    /// Runs a reader of the directory, whose errors get the place.
    func read<R>(_ node: SourceNode, _ body: () throws(DirectoryError) -> R) throws(FileError) -> R {
        do { return try body() } catch { throw FileError(error, in: node) }
    }

    /// Reads an object with these members.
    func document(_ node: SourceNode, known: Set<String>) throws(FileError) -> DirectoryDocument {
        guard node.members != nil else { throw FileError("Here belongs an object.", at: node.place) }
        return try read(node) { () throws(DirectoryError) in try DirectoryDocument(node.json, known: known) }
    }

    /// Adds a change to the plan, if there is one.
    ///
    /// - Parameters:
    ///   - old: the object as it is; nil for a new one.
    ///   - secrets: further members that change, whose values are not in the objects.
    /// - Returns: whether there is a change.
    @discardableResult
    mutating func record(
        _ kind: String, _ name: String, in tenant: Tenant, from old: JSONValue?, to new: JSONValue,
        secrets: [String] = []
    ) -> Bool {
        guard let old else {
            plan.changes.append(
                PlannedChange(action: .create, kind: kind, name: name, tenant: Self.name(of: tenant), members: []))
            return true
        }
        let members = JSONValue.difference(old.plain, new.plain) + secrets
        guard !members.isEmpty else { return false }
        plan.changes.append(
            PlannedChange(action: .change, kind: kind, name: name, tenant: Self.name(of: tenant), members: members))
        return true
    }

    mutating func recordRemoval(_ kind: String, _ name: String, in tenant: Tenant) {
        plan.changes.append(
            PlannedChange(action: .remove, kind: kind, name: name, tenant: Self.name(of: tenant), members: []))
    }

    mutating func note(_ text: String, at place: SourcePlace) { plan.notes.append("\(place.text): \(text)") }

    static func name(of tenant: Tenant) -> String { tenant.domains.first ?? tenant.displayName }

    /// The time at which a new object was made: now, unless the file has its id. Then it existed before, elsewhere.
    func created(_ node: SourceNode) -> Int64? { node["id"] == nil && node["appId"] == nil ? setting.now : nil }

    /// A new object's id: the same on every machine, unless an object has it already.
    func newID(_ kind: String, _ name: String, in tenant: Tenant, isTaken: (String) throws -> Bool) throws -> String {
        let derived = DerivedID.of("file|\(tenant.id)|\(kind)|\(name)")
        if try !isTaken(derived), try transaction.deletedItem(id: derived) == nil { return derived }
        return setting.random.uuid()
    }
}
