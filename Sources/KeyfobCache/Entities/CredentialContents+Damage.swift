import KeyfobCore

extension CredentialContents {
    /// The contents, or nil if they are damaged: the caller replaces them, and must not fail because of the damage.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the key cannot be reached, which does not mean damage.
    func openUnlessDamaged() throws(AuthError) -> Opened? {
        do {
            return try open()
        } catch {
            guard error.code == .storeUnavailable else { throw error }
            return nil
        }
    }
}
