import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// `id_token_hint`: an id token of this provider's by which a client says whom it means (OpenID Connect Core section
/// 3.1.2.1, RP-Initiated Logout section 2). It may have expired long ago, if its key is known.
struct IDTokenHint: Sendable {
    let claims: [String: JSONValue]

    /// Reads the token; nil if it is none of this provider's, and so names nobody.
    init?(_ token: Secret<String>, _ context: RequestContext) {
        guard let jws = try? JWS(compact: token.reveal()), let key = jws.keyID.flatMap(context.directory.keys.key),
            (try? jws.verify(with: key.publicJWK, algorithm: key.algorithm)) != nil,
            let claims = (try? JSONValue(parsing: jws.payload))?.objectValue
        else { return nil }
        self.claims = claims
    }

    /// The client that it was issued to.
    var clientID: String? { claims["aud"]?.stringValue }

    /// The session in which it was issued.
    var sessionID: String? { claims["sid"]?.stringValue }

    /// The object id at home of the user that it names; nil if that one is gone.
    func userID(_ context: RequestContext, in transaction: any IdPTransaction) throws -> String? {
        if let objectID = claims["oid"]?.stringValue {
            return try transaction.user(objectID: objectID)?.signInID
        }
        // Without the scope `profile`, and at a plain OpenID provider, a token has nothing but the pairwise subject.
        guard let subject = claims["sub"]?.stringValue, let clientID else { return nil }
        return try transaction.users()
            .first { PairwiseSubject.of($0, for: clientID, in: context.directory) == subject }?.signInID
    }
}
