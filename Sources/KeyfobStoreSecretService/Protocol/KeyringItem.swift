import KeyfobCore

/// An item of the keyring, searched by its attributes at each use.
struct KeyringItem: Sendable {
    let bus: KeyringBus
    /// The attributes for the search.
    let search: [String: String]
    /// The attributes of a new item.
    let attributes: [String: String]
    /// The name that is shown to the user.
    let label: String

    /// Reads the secret; returns nil if there is no item.
    ///
    /// - Parameter failure: makes the error of a failure.
    func read(_ failure: (KeyringError) -> AuthError) throws(AuthError) -> Secret<[UInt8]>? {
        do throws(KeyringError) {
            let session = try bus.open()
            guard let path = try find(session) else { return nil }
            return try session.secret(of: path)
        } catch {
            throw failure(error)
        }
    }

    /// Replaces the secret, or makes the item in the default keyring.
    func write(_ secret: Secret<[UInt8]>, _ failure: (KeyringError) -> AuthError) throws(AuthError) {
        do throws(KeyringError) {
            let session = try bus.open()
            if let path = try find(session) {
                try session.replace(secret, of: path)
            } else {
                try session.store(secret, label: label, attributes: attributes)
            }
        } catch {
            throw failure(error)
        }
    }

    /// Deletes the item, and all others that match the attributes.
    func delete(_ failure: (KeyringError) -> AuthError) throws(AuthError) {
        do throws(KeyringError) {
            let session = try bus.open()
            let found = try session.search(search)
            for path in found.unlocked { try session.delete(path) }
            guard found.locked.isEmpty else { throw .locked }
        } catch {
            throw failure(error)
        }
    }

    /// The first unlocked item; throws if there are only locked ones.
    private func find(_ session: KeyringSession) throws(KeyringError) -> String? {
        let found = try session.search(search)
        if let path = found.unlocked.min() { return path }
        guard found.locked.isEmpty else { throw .locked }
        return nil
    }
}
