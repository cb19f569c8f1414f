import KeyfobCore
import KeyfobCrypto

/// Claim `sub`: the same user is another subject to each application (OpenID Connect Core section 8.1).
enum PairwiseSubject {
    static func of(_ user: User, for appID: String, salt: String) -> String {
        let message = "\(appID.lowercased())|\(user.tenantID)|\(user.objectID)"
        return Base64URL.encode(HMACSHA256.authenticate(Array(message.utf8), key: Array(salt.utf8)))
    }
}
