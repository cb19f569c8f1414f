import KeyfobCore
import KeyfobOAuth

extension TokenMint {
    /// Adds to an access token what the API's registration and the request's `claims` ask for.
    func add(requested issued: IssuedAccess, to claims: inout [String: JSONValue]) {
        let optional = issued.api.application.optionalClaims?.accessToken ?? []
        let salt = context.directory.tenant(issued.user.tenantID)?.subjectSalt ?? ""
        claims["aio"] = .string(AccessMark.of(issued.user, epoch: issued.access.epoch, salt: salt))
        if context.configuration.profile == .strict { claims["rh"] = .string(issued.access.grantID) }
        if let confirmation = request.confirmation { claims["cnf"] = ["kid": .string(confirmation.keyID)] }
        // The API's own registration says whether it wants to know what the client understands.
        if optional.contains("xms_cc"), !issued.claims.capabilities.isEmpty {
            claims["xms_cc"] = .strings(issued.claims.capabilities)
        }
        if !issued.contexts.isEmpty { claims["acrs"] = .strings(issued.contexts) }
        // An API that asks for a token from after an event gets one, even within the same second.
        if let start = issued.claims.notBefore, start > context.now, start <= context.now + 60 {
            claims["nbf"] = .integer(start)
        }
        OptionalClaimRule.add(optional + permitted(issued.claims.accessToken, issued), to: &claims, issued)
    }

    /// The names that a request asks for and whose scope the client has: `claims` chooses among what the person lets
    /// the client know, and adds nothing to it. What a registration asks for is an administrator's word; version 1 has
    /// no scopes of OpenID Connect.
    func permitted(_ requested: [String: JSONValue], _ issued: IssuedAccess) -> [String] {
        requested.keys.sorted().filter { name in
            guard context.dialect == .v2, let scope = OptionalClaimRule.scope(of: name) else { return true }
            return issued.openID.contains(scope)
        }
    }
}
