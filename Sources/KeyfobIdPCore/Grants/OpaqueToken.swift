import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// Access tokens that only this provider can read, which personal accounts get for Microsoft Graph. Clients must not
/// parse access tokens, and cannot parse these.
enum OpaqueToken {
    private static let prefix = "EwB"

    /// Whether a grant gets such a token.
    static func isMeant(for issued: IssuedAccess, in directory: Directory) -> Bool {
        issued.api.application.appID == ScopeResolution.graphID
            && directory.kind(ofTenant: issued.subject.user.tenantID) == .personal
    }

    static func seal(_ claims: TokenClaims, _ context: RequestContext) throws -> String {
        guard let key = try key(context.directory) else { throw OAuthError(90033) }
        let sealed = try key.seal(
            claims.bytes(), nonce: context.random.bytes(12), associatedData: Array(prefix.utf8))
        return prefix + Base64URL.encode(sealed)
    }

    /// The claims of a token; nil if it is not such a token.
    static func claims(of token: Secret<String>, in directory: Directory) -> [String: JSONValue]? {
        let text = token.reveal()
        guard text.hasPrefix(prefix), let sealed = Base64URL.decode(String(text.dropFirst(prefix.utf8.count))),
            let plain = try? key(directory)?.open(sealed, associatedData: Array(prefix.utf8))
        else { return nil }
        return (try? JSONValue(parsing: plain))?.objectValue
    }

    /// Every node derives the same key from the tenant's secret.
    private static func key(_ directory: Directory) throws -> AESGCMKey? {
        guard let salt = directory.personalTenant?.subjectSalt, !salt.isEmpty else { return nil }
        return try AESGCMKey(HMACSHA256.authenticate(Array("opaque access tokens".utf8), key: Array(salt.utf8)))
    }
}
