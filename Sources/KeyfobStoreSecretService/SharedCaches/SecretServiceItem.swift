package import KeyfobCore

/// A cache of the MSAL family in the desktop's keyring, as `libsecret` stores it: a JSON document.
///
/// It neither locks the item nor signals changes: ``SecretServiceCache`` does.
package struct SecretServiceItem: Sendable {
    private let schema: SharedCacheSchema
    private let item: KeyringItem

    /// Names an item; loads and connects nothing yet.
    ///
    /// - Parameters:
    ///   - schema: the schema of the cache's library.
    ///   - environment: contains `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`.
    package init(_ schema: SharedCacheSchema, environment: [String: String]) {
        self.schema = schema
        let attributes = schema.attributes.merging([SecretServiceNames.schema: schema.name]) { $1 }
        // Without other attributes only the name can be searched for.
        let isNamed = schema.matchesName || schema.attributes.isEmpty
        item = KeyringItem(
            bus: KeyringBus(environment: environment, startsKeyring: true),
            search: isNamed ? attributes : schema.attributes, attributes: attributes, label: schema.label)
    }

    /// The document; nil if there is none.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring cannot be reached or is locked,
    ///   `storeUnavailable` if the item contains no cache.
    package func read() throws(AuthError) -> [UInt8]? {
        guard let stored = try stored() else { return nil }
        return stored.document
    }

    /// Replaces the document, or makes the item. An existing item keeps its form, JSON or base64.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` as ``read()`` does; an item that contains no cache is not overwritten.
    package func write(_ document: [UInt8]) throws(AuthError) {
        let form = try stored()?.form ?? schema.form
        try item.write(Secret(KeyringPayload.encode(document, form)), words)
    }

    /// Deletes the item, if it exists.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring cannot be reached or is locked.
    package func delete() throws(AuthError) { try item.delete(words) }

    private func stored() throws(AuthError) -> (document: [UInt8], form: SharedCacheSchema.Form)? {
        guard let stored = try item.read(words)?.reveal(), !stored.isEmpty else { return nil }
        guard let decoded = KeyringPayload.decode(stored) else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "The keyring's item \(name) contains no token cache.",
                remedy: "Look at it with a keyring viewer; it was left as it is.")
        }
        return decoded
    }

    private func words(_ failure: KeyringError) -> AuthError {
        failure.error("The token cache \(name) is kept in the Secret Service")
    }

    /// The item's label, with the name of its schema if that differs.
    private var name: String { schema.label == schema.name ? schema.label : "\(schema.label) (\(schema.name))" }
}
