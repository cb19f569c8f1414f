import KeyfobCore
import KeyfobCrypto

/// What the broker gives an app with an answer, for its next request: it shows that the same app with the same key was
/// answered before, and says so to nobody but the broker.
///
/// It is sealed, and bound to client id, bundle id and the key that answers are encrypted with: whoever copies it has
/// nothing, since the answer still goes to that app alone, under that key.
struct ApplicationTokens: Sendable {
    private static let associatedData = Array("keyfob-application-token-1".utf8)

    let key: Secret<[UInt8]>

    /// What a token is bound to.
    struct Binding: Sendable, Hashable {
        var clientID: String
        var bundleID: String
        /// The thumbprint of the key that answers are encrypted with.
        var keyThumbprint: String
    }

    /// Makes a token; nil if the library below fails.
    func issue(_ binding: Binding, random: any RandomSource) -> Secret<String>? {
        let plain = JSONValue.strings([binding.clientID.lowercased(), binding.bundleID, binding.keyThumbprint]).bytes()
        guard let key = try? AESGCMKey(key.reveal()),
            let sealed = try? key.seal(plain, nonce: random.bytes(12), associatedData: Self.associatedData)
        else { return nil }
        return Secret(Base64URL.encode(sealed))
    }

    /// Judges a token that a request brought.
    ///
    /// - Returns: whether it shows that this app was answered before. A token of another broker, or of this one before it
    ///   was set up anew, shows nothing; nor does that of another app of the suite, which has the same client id and the same
    ///   key in the keychain group that they share: Microsoft's libraries keep one token for all of them.
    /// - Throws: ``AuthError`` with code `configuration` if it was given to another client, or for another key.
    func isGood(_ token: Secret<String>, for binding: Binding) throws(AuthError) -> Bool {
        guard let key = try? AESGCMKey(key.reveal()), let sealed = Base64URL.decode(token.reveal()),
            let plain = try? key.open(sealed, associatedData: Self.associatedData),
            let parts = (try? JSONValue(parsing: plain))?.arrayValue?.compactMap(\.stringValue), parts.count == 3
        else { return false }
        let owner = Binding(clientID: parts[0], bundleID: parts[1], keyThumbprint: parts[2])
        var asked = binding
        asked.clientID = asked.clientID.lowercased()
        asked.bundleID = owner.bundleID
        guard owner == asked else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The request carries what the broker gave to another client, or for another key.",
                remedy: "Remove the app's stored application token, and sign in again.")
        }
        return owner.bundleID == binding.bundleID
    }
}
