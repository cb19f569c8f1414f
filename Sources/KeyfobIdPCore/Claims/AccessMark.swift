import KeyfobCore
import KeyfobCrypto

/// Claim `aio` of access tokens: opaque to everybody else, to this provider's own API it says under which revocation
/// epoch the token was issued. A comparison of times could not tell what happened within one second.
enum AccessMark {
    /// The mark.
    ///
    /// - Parameters:
    ///   - user: the user in the tenant that issues.
    ///   - epoch: the revocation epoch of whoever signed in.
    static func of(_ user: User, epoch: Int64, salt: String) -> String {
        let message = "mark|\(user.tenantID)|\(user.objectID)|\(epoch)"
        let code = HMACSHA256.authenticate(Array(message.utf8), key: Array(salt.utf8))
        return Base64URL.encode(Array(code.prefix(16)))
    }
}
