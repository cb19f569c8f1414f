#if Server
package import KeyfobCache
package import KeyfobCore
import KeyfobStoreSecretService
import KeyfobStoreSQLite

extension SealingKeyPlaces {
    /// The places that the tools support: files in `KEYFOB_HOME`, and the keyring on the session bus.
    ///
    /// - Parameter choice: the place of a new store's key; nil for that of `KEYFOB_KEY_PLACE`.
    /// - Throws: `AuthError` with code `configuration` if that is not a place.
    package static func tools(
        home: String, environment: [String: String], choice: SealingKeyPlace? = nil
    ) throws(AuthError) -> SealingKeyPlaces {
        SealingKeyPlaces(
            choice: try .chosen(choice, environment: environment),
            file: FileSealingKey(directory: "\(home)/keys"),
            keyring: SecretServiceSealingKey(environment: environment),
            runningKeyring: SecretServiceSealingKey(environment: environment, startsKeyring: false))
    }
}

extension SQLiteCredentialStore {
    /// Requires that the store's key is in a place.
    ///
    /// - Throws: `AuthError` with code `configuration`.
    func require(_ place: SealingKeyPlace) throws(AuthError) {
        let recorded = try keyPlace()
        guard recorded == place.recordedName else {
            throw .configuration(
                "The credential store exists already, and its key is in \(recorded).",
                remedy: "Move it with: keyfob doctor --rekey \(place.rawValue)")
        }
    }
}
#endif
