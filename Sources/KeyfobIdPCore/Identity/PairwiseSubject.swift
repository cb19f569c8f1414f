import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// Claim `sub`: a user has a different subject for each application (OpenID Connect Core section 8.1).
enum PairwiseSubject {
    /// The subject; at B2C the object id for every application.
    static func of(_ user: User, for appID: String, in directory: Directory) -> String {
        guard directory.kind(ofTenant: user.tenantID) != .b2c else { return user.objectID }
        let message = "\(appID.inLowerCase)|\(user.tenantID)|\(user.objectID)"
        return Base64URL.encode(directory.subjectKey(ofTenant: user.tenantID).authenticate(Array(message.utf8)))
    }
}
