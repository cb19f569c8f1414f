public import KeyfobCore
public import KeyfobCrypto

/// The places that a program knows for sealing keys, and those that it may make new ones in.
///
/// The choice is made once, when a store is made. For a store that is there already only the place that it records
/// counts; whether another place would be reachable does not matter.
public struct SealingKeyPlaces: Sendable, CustomStringConvertible {
    private let known: [any SealingKeyProvider]
    private let forNewKeys: [any SealingKeyProvider]

    /// One place for everything.
    public init(_ only: any SealingKeyProvider) { self.init(known: [only], forNewKeys: [only]) }

    /// Names the places.
    ///
    /// - Parameters:
    ///   - known: where a recorded key is looked for; one provider for each place.
    ///   - forNewKeys: where a new store's key is put: the first of them that is not out of reach.
    public init(known: [any SealingKeyProvider], forNewKeys: [any SealingKeyProvider]) {
        self.known = known
        self.forNewKeys = forNewKeys
    }

    /// The places of a desktop: its keyring and a file.
    ///
    /// - Parameters:
    ///   - choice: where a new store's key has to be put; nil for the keyring if it runs and is unlocked, and else the
    ///     file. A machine without a keyring notices nothing.
    ///   - file: keys in files.
    ///   - keyring: keys in the keyring, which may be started for it.
    ///   - runningKeyring: the same, without starting it.
    public init(
        choice: SealingKeyPlace?, file: any SealingKeyProvider, keyring: any SealingKeyProvider,
        runningKeyring: any SealingKeyProvider
    ) {
        let forNewKeys: [any SealingKeyProvider] =
            switch choice {
            case nil: [runningKeyring, file]
            case .file: [file]
            case .secretService: [keyring]
            }
        self.init(known: [file, keyring], forNewKeys: forNewKeys)
    }

    /// What keeps keys in each of the known places.
    public var providers: [any SealingKeyProvider] { known }

    /// The provider of a recorded place; nil if this program knows none.
    public func provider(at place: String) -> (any SealingKeyProvider)? { known.first { $0.place == place } }

    /// Makes a new store's key in the first place that can be reached.
    ///
    /// - Returns: the key, and the place to record.
    /// - Throws: ``AuthError`` with code `storeLocked` if all are out of reach: what the last one said;
    ///   `storeUnavailable` if one that can be reached cannot be written.
    public func create(id: String) throws(AuthError) -> (key: AESGCMKey, place: String) {
        var refusal: AuthError?
        for provider in forNewKeys {
            do {
                return (try provider.create(id: id), provider.place)
            } catch {
                guard error.code == .storeLocked else { throw error }
                refusal = error
            }
        }
        throw refusal ?? .configuration("This program names no place for the credential store's key.")
    }

    /// The names of the known places.
    public var description: String { known.map(\.place).joined(separator: " and ") }
}
