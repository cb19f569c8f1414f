import KeyfobCore

extension CredentialContents {
    /// The contents, or nil if they were damaged since they were saved: what comes next replaces them then, and must not
    /// fail because of them.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the key is out of reach: then nothing is known to be damaged.
    func openUnlessDamaged() throws(AuthError) -> Opened? {
        do {
            return try open()
        } catch {
            guard error.code == .storeUnavailable else { throw error }
            return nil
        }
    }
}
