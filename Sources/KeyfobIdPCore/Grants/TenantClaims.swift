import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The differences of the tokens of each kind of tenant, and of guests, from those of a work account.
enum TenantClaims {
    static func adjust(_ claims: inout TokenClaims, for subject: TokenSubject, in context: RequestContext) {
        let user = subject.user
        switch context.directory.kind(ofTenant: user.tenantID) ?? .organization {
        case .organization: if user.homeUserID != nil { guest(&claims, user, context) }
        case .personal: break
        case .b2c: b2c(&claims, subject, context)
        case .external:
            claims["iss"] = .string(Issuer.external(tenantID: user.tenantID, origin: context.origin))
        case .adfs, .openID:
            claims["iss"] = .string(
                Issuer.of(context.directory.tenant(user.tenantID), context.dialect, origin: context.origin))
            if context.hostedKind == .adfs {
                claims["preferred_username"] = nil
                claims["upn"] = .string(user.userPrincipalName)
                claims["unique_name"] = .string(user.userPrincipalName)
            }
            for name in ["tid", "oid", "ver", "uti", "azp", "azpacr"] { claims[name] = nil }
        }
    }

    /// A guest has a separate object in the tenant; the claims name the home tenant.
    private static func guest(_ claims: inout TokenClaims, _ user: User, _ context: RequestContext) {
        let home = context.directory.tenant(user.homeTenantID ?? "")
        let name = user.mail ?? user.userPrincipalName
        let isPersonal = home?.kind == .personal
        claims["idp"] =
            isPersonal
            ? "live.com"
            : .string(Issuer.of(tenantID: user.homeTenantID ?? "", .v1, origin: context.origin))
        claims["acct"] = 1
        claims["email"] = .string(name)
        claims["home_oid"] = user.homeUserID.map { .string($0) }
        claims["home_tid"] = user.homeTenantID.map { .string($0) }
        if claims["preferred_username"] != nil { claims["preferred_username"] = .string(name) }
        claims["upn"] = nil
        if claims["unique_name"] != nil { claims["unique_name"] = .string(isPersonal ? "live.com#\(name)" : name) }
    }

    private static func b2c(_ claims: inout TokenClaims, _ subject: TokenSubject, _ context: RequestContext) {
        let user = subject.user
        let policy = String(subject.access.tenantID.drop { $0 != "/" }.dropFirst())
        let flow = context.directory.tenant(user.tenantID)?.policies?.first { $0.id.lowercased() == policy }
        claims["iss"] = .string("\(context.origin)/\(user.tenantID)/v2.0/")
        claims["ver"] = "1.0"
        claims["tfp"] = .string(flow?.id ?? policy)
        claims["emails"] = user.mail.map { .strings([$0]) }
        claims["auth_time"] = .integer(subject.access.authenticatedAt)
        for name in ["tid", "preferred_username", "uti"] { claims[name] = nil }
    }
}
