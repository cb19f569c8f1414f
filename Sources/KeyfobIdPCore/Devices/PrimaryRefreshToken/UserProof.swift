import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// How a user is proved to get a primary refresh token, looked at as far as it can be outside a transaction.
enum UserProof: Sendable {
    /// A password, right or wrong by the hash that it was compared with.
    case password(username: String, rightBy: String?, password: Secret<String>, device: [UInt8])
    /// A refresh token of the broker's own.
    case refreshToken(Secret<String>)

    /// - Throws: ``OAuthError`` 70003 for a kind of proof that is not taken.
    static func verified(
        _ proof: PRTIssueRequest.UserProof, device: RegisteredDevice, _ context: RequestContext
    ) async throws -> UserProof {
        switch proof {
        case .refreshToken(let token): return .refreshToken(token)
        case .assertion:
            throw OAuthError(
                70003, ["grant_type": DeviceDialect.signedRequestGrant], detail: "no keys of users are kept here")
        case .password(let username, let password):
            let place = TokenHash.of("device|\(device.id)")
            let hash = try await context.transaction { transaction -> String? in
                guard let user = try transaction.user(userPrincipalName: username) else { return nil }
                let lockout = try transaction.lockout(userID: user.objectID)
                return SmartLockout.lockedUntil(lockout, browser: place) > context.now ? nil : user.passwordHash
            }
            let isRight = await context.services.passwords.verifies(password, hash: hash)
            return .password(username: username, rightBy: isRight ? hash : nil, password: password, device: place)
        }
    }

    /// Whose access it is.
    func redeem(
        _ grant: GrantRequest, _ tenant: Tenant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        switch self {
        case .refreshToken(let token):
            let source = try RefreshGrant(token: token).redeem(grant, context, transaction)
            guard source.access.tenantID == tenant.id,
                try transaction.user(objectID: source.access.userID)?.tenantID == tenant.id
            else { throw OAuthError(70000, ["detail": "the device belongs to another tenant than the user"]) }
            return source
        case .password(let username, let hash, let password, let device):
            let user = try signIn(username, hash, password, device, context, transaction)
            guard user.tenantID == tenant.id else { throw OAuthError(50126) }
            let access = AuthorizedAccess(
                grantID: context.random.uuid(), clientID: grant.client.appID, userID: user.objectID,
                tenantID: tenant.id, scopes: ["openid", "profile", "offline_access"], authenticatedAt: context.now,
                epoch: user.revocationEpoch, sessionID: context.random.uuid())
            return RedeemedGrant(access: access, leavesOutDeclined: false, event: .primaryTokenIssued)
        }
    }

    /// The same lock as on the sign-in page: a device is a place of its own, where a user is known or not.
    private func signIn(
        _ username: String, _ hash: String?, _ password: Secret<String>, _ device: [UInt8], _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> User {
        func refuse(_ error: OAuthError, _ user: User?) throws -> OAuthError {
            try transaction.append([context.entry(.passwordRefused, user: user, errorCode: error.number)])
            return error
        }
        guard let user = try transaction.user(userPrincipalName: username) else {
            throw try refuse(OAuthError(50126), nil)
        }
        var lockout = try transaction.lockout(userID: user.objectID) ?? Lockout(userID: user.objectID)
        guard SmartLockout.lockedUntil(lockout, browser: device) <= context.now else {
            throw try refuse(OAuthError(50053), user)
        }
        // The comparison takes long: a password that was changed meanwhile is not right any more.
        guard let hash, hash == user.passwordHash else {
            let salt = context.directory.tenant(user.tenantID)?.subjectSalt ?? ""
            SmartLockout.fail(
                &lockout, password: password, browser: device, salt: salt, now: context.now,
                configuration: context.configuration)
            try transaction.put(lockout)
            let isLocked = SmartLockout.lockedUntil(lockout, browser: device) > context.now
            throw try refuse(OAuthError(isLocked ? 50053 : 50126), user)
        }
        guard user.isEnabled else { throw try refuse(OAuthError(50057), user) }
        SmartLockout.succeed(&lockout, browser: device)
        try transaction.put(lockout)
        try transaction.append([context.entry(.passwordAccepted, user: user)])
        return user
    }
}
