/// The place of the key that seals a credential store: chosen when the store is created, and recorded in it.
public enum SealingKeyPlace: String, Sendable, Hashable, CaseIterable {
    /// A file next to the store that only its user can read.
    case file
    /// The desktop's keyring, by the Secret Service API: not accessible while it is locked.
    case secretService = "secret-service"

    /// The name that is recorded in a store and shown to users.
    public var recordedName: String {
        switch self {
        case .file: "key file"
        case .secretService: "Secret Service"
        }
    }

    /// Returns the place for the keys of new stores: the app's choice, or else the value of `KEYFOB_KEY_PLACE`; nil if
    /// that is not set, or `automatic`.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it names no place.
    public static func chosen(
        _ choice: SealingKeyPlace?, environment: [String: String]
    ) throws(AuthError) -> SealingKeyPlace? {
        if let choice { return choice }
        guard let name = environment["KEYFOB_KEY_PLACE"], !name.isEmpty, name != "automatic" else { return nil }
        guard let place = SealingKeyPlace(rawValue: name) else {
            throw .configuration(
                "KEYFOB_KEY_PLACE names no place for a key.",
                remedy: "Set it to automatic, \(allCases.map(\.rawValue).joined(separator: " or ")).")
        }
        return place
    }
}
