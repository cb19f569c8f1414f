import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

extension TokenIssuer {
    /// Adds to an access token the claims that the API's registration and the request's `claims` ask for.
    ///
    /// - Throws: as ``TokenOrigin/sealed(in:_:)``
    func add(requested issued: IssuedAccess, _ request: GrantRequest, to claims: inout TokenClaims) throws {
        let subject = issued.subject
        let optional = issued.api.application.optionalClaims?.accessToken ?? []
        claims["aio"] = .string(
            RevocationEpochClaim.of(subject.user, epoch: subject.access.epoch, in: context.directory))
        claims["rh"] = .string(
            try TokenOrigin(issued.api.application, subject.access).sealed(in: subject.user.tenantID, context))
        if issued.api.application.requestedAccessTokenVersion == 2 {
            claims["xms_ftd"] = .string(context.random.token(byteCount: 32))
        }
        if !issued.roles.isEmpty { claims["roles"] = .strings(issued.roles) }
        if let confirmation = request.confirmation { claims["cnf"] = ["kid": .string(confirmation.keyID)] }
        // The API's own registration determines whether the token contains the client's capabilities.
        if optional.contains("xms_cc"), !subject.claims.capabilities.isEmpty {
            claims["xms_cc"] = .strings(subject.claims.capabilities)
        }
        if !issued.contexts.isEmpty { claims["acrs"] = .strings(issued.contexts) }
        // An API that requires a token from after an event gets one, even within the same second.
        if let start = subject.claims.notBefore, start > context.now, start <= context.now + 60 {
            claims["nbf"] = .integer(start)
        }
        OptionalClaimRule.add(optional + permitted(subject.claims.accessToken, subject), to: &claims, subject)
    }

    /// The requested claims whose scope the client has: `claims` selects among the claims that the user allows, and
    /// adds none. Claims of a registration are an administrator's decision; version 1 has no scopes of OpenID Connect.
    func permitted(_ requested: [String: JSONValue], _ subject: TokenSubject) -> [String] {
        requested.keys.sorted().filter { name in
            guard context.dialect == .v2, let scope = OptionalClaimRule.scope(of: name) else { return true }
            return subject.openID.contains(scope)
        }
    }
}
