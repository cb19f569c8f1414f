import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobSAML

/// `NameID`: the user's name for one service.
enum SAMLUserName {
    /// The name in the format that the request names. Without one, a registration may choose the name; otherwise it is
    /// pairwise, and persistent.
    ///
    /// - Parameters:
    ///   - user: the user in the issuing tenant.
    ///   - secret: a random value of this sign-in.
    static func of(
        _ user: User, for client: Application, _ exchange: SAMLExchange, secret: String, in directory: Directory
    ) -> SAMLUser.Name {
        let pairwise = SAMLUser.Name(
            value: PairwiseSubject.of(user, for: client.appID, in: directory), format: .persistent,
            qualifier: exchange.qualifier)
        switch exchange.format {
        case .persistent: return pairwise
        case .unspecified, nil:
            guard let source = client.saml?.nameSource, let value = SAMLClaims.value(source, of: user) else {
                return pairwise
            }
            let isMail = source == .mail || source == .userPrincipalName
            return SAMLUser.Name(
                value: value, format: isMail ? .emailAddress : .unspecified, qualifier: exchange.qualifier)
        case .emailAddress:
            return SAMLUser.Name(
                value: user.mail ?? user.userPrincipalName, format: .emailAddress, qualifier: exchange.qualifier)
        case .transient:
            let hash = Digest.sha256(Array("transient|\(secret)".utf8))
            return SAMLUser.Name(
                value: "_\(Hex.encode(Array(hash.prefix(16))))", format: .transient, qualifier: exchange.qualifier)
        }
    }
}
