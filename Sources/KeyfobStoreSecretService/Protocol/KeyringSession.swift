import KeyfobCore
import KeyfobDBus

/// A session with the keyring (section "Transfer of Secrets") and its operations. It never prompts: an item that would
/// require a prompt counts as locked.
///
/// Secrets are transferred with the algorithm `plain`. A process that can monitor a user's session bus can also read
/// the keyring, so encrypting them would not protect them; a bus that is not a socket of this machine is refused.
struct KeyringSession: Sendable {
    typealias Names = SecretServiceNames

    private let connection: DBusConnection
    private let session: String

    init(_ connection: DBusConnection, startsKeyring: Bool) throws(DBusError) {
        self.connection = connection
        var open = DBusCall(
            Names.bus, Names.root, Names.service, "OpenSession", [.string("plain"), .variant(.string(""))])
        open.startsService = startsKeyring
        let answer = try connection.call(open)
        guard answer.count == 2, let path = answer[1].text else {
            throw DBusError(name: DBusError.malformed, message: "The keyring opened no session.")
        }
        session = path
    }

    /// The unlocked and locked items that have all these attributes.
    func search(_ attributes: [String: String]) throws(KeyringError) -> (unlocked: [String], locked: [String]) {
        let answer = try call(Names.root, Names.service, "SearchItems", [.strings(attributes)])
        guard answer.count == 2, let unlocked = answer[0].elements, let locked = answer[1].elements else {
            throw .malformed
        }
        return (unlocked.compactMap(\.text), locked.compactMap(\.text))
    }

    /// The secret of an item.
    func secret(of item: String) throws(KeyringError) -> Secret<[UInt8]> {
        let answer = try call(item, Names.item, "GetSecret", [.objectPath(session)])
        guard let members = answer.first?.elements, members.count == 4, case .bytes(let bytes) = members[2] else {
            throw .malformed
        }
        return Secret(bytes)
    }

    /// Makes an item in the default keyring, or replaces the one with the same attributes.
    func store(
        _ secret: Secret<[UInt8]>, label: String, attributes: [String: String]
    ) throws(KeyringError) {
        let properties = DBusValue.variants([
            Names.item + ".Label": .string(label), Names.item + ".Attributes": .strings(attributes),
        ])
        let answer = try call(
            try defaultCollection(), Names.collection, "CreateItem", [properties, wire(secret), .boolean(true)])
        guard answer.count == 2, let prompt = answer[1].text else { throw .malformed }
        try dismiss(prompt)
    }

    /// Replaces the secret of an item.
    func replace(_ secret: Secret<[UInt8]>, of item: String) throws(KeyringError) {
        _ = try call(item, Names.item, "SetSecret", [wire(secret)])
    }

    /// Deletes an item.
    func delete(_ item: String) throws(KeyringError) {
        let answer = try call(item, Names.item, "Delete")
        guard let prompt = answer.first?.text else { throw .malformed }
        try dismiss(prompt)
    }

    /// The default keyring, which must be unlocked and persistent.
    private func defaultCollection() throws(KeyringError) -> String {
        let answer = try call(Names.root, Names.service, "ReadAlias", [.string("default")])
        guard let path = answer.first?.text else { throw .malformed }
        guard path != Names.nothing, !path.hasSuffix("/collection/session") else { throw .noCollection }
        let isLocked: Bool?
        do throws(DBusError) {
            isLocked = try connection.call(.property("Locked", of: Names.collection, Names.bus, path)).first?.flag
        } catch {
            throw KeyringError(error)
        }
        guard isLocked == false else { throw .locked }
        return path
    }

    /// The structure of a secret (section "Secret"): session, parameters, value, content type; the same as in
    /// `libsecret`.
    private func wire(_ secret: Secret<[UInt8]>) -> DBusValue {
        .structure([.objectPath(session), .bytes([]), .bytes(secret.reveal()), .string("text/plain")])
    }

    /// Dismisses a prompt that the keyring requires.
    private func dismiss(_ prompt: String) throws(KeyringError) {
        guard prompt != Names.nothing else { return }
        _ = try? connection.call(DBusCall(Names.bus, prompt, Names.prompt, "Dismiss"))
        throw .locked
    }

    private func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) throws(KeyringError) -> [DBusValue] {
        do throws(DBusError) {
            return try connection.call(DBusCall(Names.bus, path, interface, member, arguments))
        } catch {
            throw KeyringError(error)
        }
    }
}
