package import KeyfobCore
package import KeyfobCrypto

/// The places in which a program looks for sealing keys, and those in which it may make new ones.
///
/// The place is chosen once, when a store is made. For an existing store only its recorded place is used, even if
/// another place could be reached.
package struct SealingKeyPlaces: Sendable, CustomStringConvertible {
    private let known: [any SealingKeyProvider]
    private let forNewKeys: [any SealingKeyProvider]

    /// Uses one place for everything.
    package init(_ only: any SealingKeyProvider) { self.init(known: [only], forNewKeys: [only]) }

    /// Makes a list of places.
    ///
    /// - Parameters:
    ///   - known: the places of recorded keys, with one provider each.
    ///   - forNewKeys: the places for the key of a new store; the first one that can be reached is used.
    package init(known: [any SealingKeyProvider], forNewKeys: [any SealingKeyProvider]) {
        self.known = known
        self.forNewKeys = forNewKeys
    }

    /// The places of a desktop: its keyring and a file.
    ///
    /// - Parameters:
    ///   - choice: the place for the key of a new store; nil for the keyring if it is running and unlocked, and else
    ///     the file, so that a machine without a keyring needs no setup.
    ///   - file: the provider of keys in files.
    ///   - keyring: the provider of keys in the keyring, which it may start.
    ///   - runningKeyring: the same without starting the keyring.
    package init(
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

    /// The providers of the known places.
    package var providers: [any SealingKeyProvider] { known }

    /// The provider of a recorded place; nil if the place is not supported.
    package func provider(at place: String) -> (any SealingKeyProvider)? { known.first { $0.place == place } }

    /// Makes a new store's key in the first place that can be reached.
    ///
    /// - Returns: the key, and the place to record.
    /// - Throws: the last place's ``AuthError`` with code `storeLocked` if none can be reached; `storeUnavailable` if
    ///   one that can be reached cannot be written.
    package func create(id: String) throws(AuthError) -> (key: AESGCMKey, place: String) {
        var refusal: AuthError?
        for provider in forNewKeys {
            do {
                return (try provider.create(id: id), provider.place)
            } catch {
                guard error.code == .storeLocked else { throw error }
                refusal = error
            }
        }
        throw refusal ?? .configuration("This program has no place for the credential store's key.")
    }

    /// The names of the known places.
    package var description: String { known.map(\.place).joined(separator: " and ") }
}
