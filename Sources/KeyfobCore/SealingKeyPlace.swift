/// Where the key that seals a credential store is kept: chosen when the store is made, and recorded in it.
public enum SealingKeyPlace: String, Sendable, Hashable, CaseIterable {
    /// A file beside the store that only its user can read.
    case file
    /// The desktop's keyring, by the Secret Service API: out of reach while it is locked.
    case secretService = "secret-service"

    /// The name that is recorded in a store and told to people.
    public var recordedName: String {
        switch self {
        case .file: "key file"
        case .secretService: "Secret Service"
        }
    }

    /// The place for the keys of stores that have to be made: the one that the program chose, or else what
    /// `KEYFOB_KEY_PLACE` says; nil if that is not set, or `automatic`.
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
