import KeyfobCore

/// One item of the keyring, named by its attributes: looked for anew at each use.
struct KeyringItem: Sendable {
    let bus: KeyringBus
    /// The attributes by which it is looked for.
    let search: [String: String]
    /// The attributes that it gets when it is made.
    let attributes: [String: String]
    /// Its name for people.
    let label: String

    /// What it keeps; nil if there is none.
    ///
    /// - Parameter failure: puts what went wrong into words.
    func read(_ failure: (KeyringFailure) -> AuthError) throws(AuthError) -> Secret<[UInt8]>? {
        do throws(KeyringFailure) {
            let session = try bus.open()
            guard let path = try find(session) else { return nil }
            return try session.secret(of: path)
        } catch {
            throw failure(error)
        }
    }

    /// Replaces what it keeps, or makes it in the default keyring.
    func write(_ secret: Secret<[UInt8]>, _ failure: (KeyringFailure) -> AuthError) throws(AuthError) {
        do throws(KeyringFailure) {
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

    /// Deletes it; and others, if the attributes name several.
    func delete(_ failure: (KeyringFailure) -> AuthError) throws(AuthError) {
        do throws(KeyringFailure) {
            let session = try bus.open()
            let found = try session.search(search)
            for path in found.unlocked { try session.delete(path) }
            guard found.locked.isEmpty else { throw .locked }
        } catch {
            throw failure(error)
        }
    }

    /// The first of the items that can be read; one that is locked is not the same as none.
    private func find(_ session: KeyringSession) throws(KeyringFailure) -> String? {
        let found = try session.search(search)
        if let path = found.unlocked.min() { return path }
        guard found.locked.isEmpty else { throw .locked }
        return nil
    }
}
