import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

extension TokenIssuer {
    /// Signs the access token of a client for itself.
    ///
    /// - Throws: as ``response(for:refreshToken:to:)``
    func response(
        for grant: GrantRequest, at api: RequestedAPI, in tenant: Tenant, roles: [String]
    ) throws -> TokenResponse {
        let lifetime = lifetime(in: context.configuration.accessTokenLifetime)
        var response = TokenResponse()
        response.accessToken = Secret(
            try sign(try claims(grant, api, tenant, roles, lifetime: lifetime), try signingKey(), for: api))
        response.expiresIn = lifetime
        response.extendedExpiresIn = lifetime
        if grant.confirmation != nil { response.tokenType = "pop" }
        if context.dialect == .v1 {
            response.expiresOn = context.now + lifetime
            response.notBefore = context.now
            response.resource = api.prefix
        }
        return response
    }

    private func claims(
        _ grant: GrantRequest, _ api: RequestedAPI, _ tenant: Tenant, _ roles: [String], lifetime: Int64
    ) throws -> TokenClaims {
        let isOld = api.application.requestedAccessTokenVersion != 2
        let objectID = ServicePrincipal.objectID(of: client, in: tenant.id)
        let issuer =
            tenant.kind == .organization
            ? Issuer.of(tenantID: tenant.id, isOld ? .v1 : .v2, origin: context.origin)
            : Issuer.of(tenant, isOld ? .v1 : .v2, origin: context.origin)
        var claims: TokenClaims = [
            "aio": .string(context.random.token(byteCount: 24)), "iat": .integer(context.now),
            "nbf": .integer(context.now), "exp": .integer(context.now + lifetime), "iss": .string(issuer),
            "oid": .string(objectID), "sub": .string(objectID), "tid": .string(tenant.id),
            "rh": .string(try TokenOrigin(api.application).sealed(in: tenant.id, context)),
            "uti": .string(context.random.token(byteCount: 16)),
            "xms_ftd": .string(context.random.token(byteCount: 32)),
        ]
        if isOld {
            claims["aud"] = .string(context.directory.audience(of: api.application, named: api.prefix))
            claims["ver"] = "1.0"
            claims["appid"] = .string(client.appID)
            claims["appidacr"] = .string(grant.authentication.contextClass)
            claims["idp"] = .string(issuer)
        } else {
            claims["aud"] = .string(api.application.appID)
            claims["ver"] = "2.0"
            claims["azp"] = .string(client.appID)
            claims["azpacr"] = .string(grant.authentication.contextClass)
        }
        if !roles.isEmpty { claims["roles"] = .strings(roles) }
        if api.application.optionalClaims?.accessToken.contains("idtyp") == true { claims["idtyp"] = "app" }
        if let confirmation = grant.confirmation { claims["cnf"] = ["kid": .string(confirmation.keyID)] }
        return claims
    }
}
