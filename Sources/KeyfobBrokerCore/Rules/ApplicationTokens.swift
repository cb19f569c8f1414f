import KeyfobCore
import KeyfobCrypto

/// The tokens that the broker issues to an app with a response, for its next request: they prove to the broker that the
/// same app with the same key got a response before.
///
/// A token is sealed, and bound to client id, bundle id and the key that responses are encrypted with. A copy is
/// useless, since the response still goes only to that app, under that key.
struct ApplicationTokens: Sendable {
    private static let associatedData = Array("keyfob-application-token-1".utf8)

    let key: Secret<[UInt8]>

    /// The values that a token is bound to.
    struct Binding: Sendable, Hashable {
        var clientID: String
        var bundleID: String
        /// The thumbprint of the key that responses are encrypted with.
        var keyThumbprint: String
    }

    /// Issues a token; nil if encryption fails.
    func issue(_ binding: Binding, random: any RandomSource) -> Secret<String>? {
        let plain = JSONValue.strings([binding.clientID.lowercased(), binding.bundleID, binding.keyThumbprint]).bytes()
        guard let key = try? AESGCMKey(key.reveal()),
            let sealed = try? key.seal(plain, nonce: random.bytes(12), associatedData: Self.associatedData)
        else { return nil }
        return Secret(Base64URL.encode(sealed))
    }

    /// Validates the token of a request.
    ///
    /// - Returns: whether the token proves that this app got a response before. A token of another broker, or of this
    ///   one before it was set up again, proves nothing; nor does that of another app of the suite, which has the same
    ///   client id and, in the keychain group that they share, the same key: Microsoft's libraries store one token for
    ///   all of them.
    /// - Throws: ``AuthError`` with code `configuration` if it was issued to another client or for another key.
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
                message: "The request contains an application token of another client or for another key.",
                remedy: "Remove the app's stored application token, and sign in again.")
        }
        return owner.bundleID == binding.bundleID
    }
}
