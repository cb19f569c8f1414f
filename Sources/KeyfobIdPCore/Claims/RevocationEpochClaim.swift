import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// Claim `aio` of access tokens: opaque to clients and other APIs. It shows this provider's own API under which
/// revocation epoch the token was issued; times cannot order events within one second.
enum RevocationEpochClaim {
    /// Returns the claim's value.
    ///
    /// - Parameters:
    ///   - user: the user in the issuing tenant.
    ///   - epoch: the revocation epoch of the user who signed in.
    static func of(_ user: User, epoch: Int64, in directory: Directory) -> String {
        let message = "mark|\(user.tenantID)|\(user.objectID)|\(epoch)"
        let code = directory.subjectKey(ofTenant: user.tenantID).authenticate(Array(message.utf8))
        return Base64URL.encode(Array(code.prefix(16)))
    }
}
