import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// Claim `sub`: a user has a different subject for each application (OpenID Connect Core section 8.1).
enum PairwiseSubject {
    /// The subject; at B2C the object id for every application.
    static func of(_ user: User, for appID: String, in directory: Directory) -> String {
        let tenant = directory.tenant(user.tenantID)
        guard tenant?.kind != .b2c else { return user.objectID }
        let message = "\(appID.lowercased())|\(user.tenantID)|\(user.objectID)"
        return Base64URL.encode(directory.subjectKey(of: tenant).authenticate(Array(message.utf8)))
    }
}
