import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `id_token_hint`: an id token of this provider with which a client names the user (OpenID Connect Core section
/// 3.1.2.1, RP-Initiated Logout section 2). It may have expired, as long as its key is known.
struct IDTokenHint: Sendable {
    let claims: [String: JSONValue]

    /// Reads the token; nil if it is not one of this provider's.
    init?(_ token: Secret<String>, _ context: RequestContext) {
        guard let jws = try? JWS(compact: token.reveal()), let key = jws.keyID.flatMap(context.directory.keys.key),
            (try? jws.verify(with: key.publicJWK, algorithm: key.algorithm)) != nil,
            let claims = (try? JSONValue(parsing: jws.payload))?.objectValue
        else { return nil }
        self.claims = claims
    }

    /// The client to which it was issued.
    var clientID: String? { claims["aud"]?.stringValue }

    /// The session in which it was issued.
    var sessionID: String? { claims["sid"]?.stringValue }

    /// The object id in the home tenant of the user that it names; nil if that user was removed.
    func userID(_ context: RequestContext, in transaction: any IdPTransaction) throws -> String? {
        if let objectID = claims["oid"]?.stringValue {
            return try transaction.user(objectID: objectID)?.signInID
        }
        // Without the scope `profile`, and at a plain OpenID provider, a token contains only the pairwise subject.
        guard let subject = claims["sub"]?.stringValue, let clientID else { return nil }
        return try transaction.users()
            .first { PairwiseSubject.of($0, for: clientID, in: context.directory) == subject }?.signInID
    }
}
