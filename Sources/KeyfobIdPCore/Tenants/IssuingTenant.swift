import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The tenant for which tokens are issued when a grant is redeemed, and the user's object there.
enum IssuingTenant {
    /// The user in the issuing tenant.
    ///
    /// - Parameter home: the user who signed in.
    /// - Throws: ``OAuthError`` 50020 if the user is not in the tenant, 90038 if the tenant belongs to another cloud,
    ///   90027 if a version 1 endpoint is asked for a personal account's tokens.
    static func member(
        _ home: User, of access: AuthorizedAccess, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> User {
        let id = access.tenantID.part(before: "/")
        guard let tenant = context.directory.tenant(id), context.host.serves(tenant) else {
            throw OAuthError(90038, ["tenant": id])
        }
        if context.dialect == .v1, tenant.kind == .personal { throw OAuthError(90027) }
        guard home.tenantID != id else { return home }
        guard let guest = try transaction.guest(of: home.objectID, in: id) else {
            throw TenantRules.userNotInTenant(home, tenant: tenant.displayName, app: access.clientID)
        }
        guard guest.isEnabled else { throw OAuthError(50057) }
        return guest
    }

    /// The access of a refresh token at the requested tenant: one token serves every tenant of its user, but at B2C
    /// only its own policy.
    static func access(
        _ access: AuthorizedAccess, at segment: TenantSegment, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> AuthorizedAccess {
        let own = context.directory.tenant(access.tenantID.part(before: "/"))
        // Tokens of another cloud are unknown to this one.
        guard let own, context.host.serves(own) else { throw OAuthError(9002313) }
        var moved = access
        switch segment {
        case .policy: guard segment.key == access.tenantID else { throw B2CError.otherPolicy }
        case .one(let tenant):
            guard own.kind != .b2c else { throw B2CError.otherPolicy }
            moved.tenantID = tenant.id
        case .any(let name):
            guard let home = try transaction.user(objectID: access.userID) else { throw OAuthError(50034) }
            let tenant = context.directory.tenant(home.tenantID)
            if name == "organizations", tenant?.kind == .personal {
                throw TenantRules.userNotInTenant(home, tenant: name, app: access.clientID)
            }
            moved.tenantID = home.tenantID
        }
        return moved
    }
}
