#if Server
public import KeyfobCache
public import KeyfobCore
import KeyfobStoreSecretService
import KeyfobStoreSQLite

extension SealingKeyPlaces {
    /// The places that the tools know: files in `KEYFOB_HOME`, and the keyring on the session bus.
    ///
    /// - Parameter choice: where a new store's key is put; nil for what `KEYFOB_KEY_PLACE` says.
    /// - Throws: `AuthError` with code `configuration` if that names no place.
    public static func tools(
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
    /// Refuses a store that keeps its key elsewhere than it has to be.
    ///
    /// - Throws: `AuthError` with code `configuration`.
    func require(_ place: SealingKeyPlace) throws(AuthError) {
        let recorded = try keyPlace()
        guard recorded == place.recordedName else {
            throw .configuration(
                "The credential store is there already, and keeps its key in \(recorded).",
                remedy: "Move it with: keyfob doctor --rekey \(place.rawValue)")
        }
    }
}
#endif
