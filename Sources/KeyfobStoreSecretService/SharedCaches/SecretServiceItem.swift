public import KeyfobCore

/// A cache of the MSAL family in the desktop's keyring, as `libsecret` keeps it: a JSON document of bytes.
///
/// It keeps nobody out while it is read and written, and tells nobody of a change: ``SecretServiceCache`` does.
public struct SecretServiceItem: Sendable {
    private let schema: SharedCacheSchema
    private let item: KeyringItem

    /// Names an item; nothing is loaded or connected yet.
    ///
    /// - Parameters:
    ///   - schema: whose cache.
    ///   - environment: where `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked up.
    public init(_ schema: SharedCacheSchema, environment: [String: String]) {
        self.schema = schema
        let attributes = schema.attributes.merging([SecretServiceNames.schema: schema.name]) { $1 }
        // Without attributes of its own the name is all there is to look for.
        let isNamed = schema.matchesName || schema.attributes.isEmpty
        item = KeyringItem(
            bus: KeyringBus(environment: environment, startsKeyring: true),
            search: isNamed ? attributes : schema.attributes, attributes: attributes, label: schema.label)
    }

    /// The document; nil if there is none.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring is out of reach or locked,
    ///   `storeUnavailable` if what is there is no cache.
    public func read() throws(AuthError) -> [UInt8]? {
        guard let stored = try stored() else { return nil }
        return stored.document
    }

    /// Replaces the document, or makes the item. One that is there stays in the form that it has, JSON or base64.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` as ``read()`` does; what is no cache is not written over.
    public func write(_ document: [UInt8]) throws(AuthError) {
        let form = try stored()?.form ?? schema.form
        try item.write(Secret(KeyringPayload.encode(document, form)), words)
    }

    /// Deletes the item, if it is there.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring is out of reach or locked.
    public func delete() throws(AuthError) { try item.delete(words) }

    private func stored() throws(AuthError) -> (document: [UInt8], form: SharedCacheSchema.Form)? {
        guard let stored = try item.read(words)?.reveal(), !stored.isEmpty else { return nil }
        guard let decoded = KeyringPayload.decode(stored) else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "The keyring's item \(name) holds no token cache.",
                remedy: "Look at it with a keyring viewer; it was left as it is.")
        }
        return decoded
    }

    private func words(_ failure: KeyringFailure) -> AuthError {
        failure.error("The token cache \(name) is kept in the Secret Service")
    }

    /// The item for people: its label, and its schema's name if that says more.
    private var name: String { schema.label == schema.name ? schema.label : "\(schema.label) (\(schema.name))" }
}
