import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// A user's session in the portal. It is stored as the provider's sessions are, under a hash of the portal's own
/// cookie.
struct PortalSession: Sendable {
    /// The seconds of inactivity after which it ends.
    static let idle: Int64 = 3600
    /// The seconds after which it ends in any case.
    static let longest: Int64 = 12 * 3600

    /// The user in the tenant of the session.
    let user: User
    /// The tenant, the only one that the session can read and change.
    let tenant: Tenant
    /// The user's directory roles.
    let roles: [DirectoryRole]
    /// What the roles permit.
    let rights: Set<DirectoryRight>
    /// The value that every form of the session contains.
    let formToken: String

    /// Whether the user may do everything in the tenant, and change the provider itself.
    var isGlobalAdministrator: Bool { roles.contains { $0.templateID == DirectoryRole.globalAdministrator.templateID } }

    /// Whether the user may change another user's password, factors or name: that of a user with roles only by the
    /// right to manage administrators, which it would otherwise be as good as.
    func mayManage(_ other: User) -> Bool {
        other.objectID == user.objectID || rights.contains(.manageAdministrators)
            || DirectoryRole.roles(of: other.objectID, in: tenant).isEmpty
    }

    /// The session of a request.
    ///
    /// It ends with its time, with a revocation of the user's sessions, when the user is disabled or deleted, and when
    /// the user signs out of the browser's session.
    ///
    /// - Returns: nil if there is none.
    static func of(_ context: RequestContext) async throws -> PortalSession? {
        guard let cookie = PortalCookie.session.value(in: context.request),
            let browser = Cookies.value(Cookies.session, in: context.request)
        else { return nil }
        let (hash, browserHash) = (hash(of: cookie), TokenHash.of(browser))
        let found = try await context.transaction { transaction -> User? in
            guard var session = try transaction.session(idHash: hash), let account = session.accounts.first,
                session.expiresAt >= context.now, account.authenticatedAt <= context.now,
                account.authenticatedAt + longest >= context.now,
                let user = try transaction.user(objectID: account.userID),
                let home = try transaction.user(objectID: user.homeUserID ?? user.objectID), user.isEnabled,
                home.isEnabled,
                home.revocationEpoch == account.epoch,
                let signedIn = try transaction.session(idHash: browserHash), signedIn.expiresAt >= context.now,
                signedIn.accounts.contains(where: { $0.userID == home.objectID && $0.epoch == account.epoch })
            else { return nil }
            // Once a minute is enough, and spares the store a write for each page.
            if session.expiresAt < context.now + idle - 60 {
                session.expiresAt = context.now + idle
                try transaction.put(session)
            }
            return user
        }
        guard let user = found, let tenant = context.directory.tenant(user.tenantID), tenant.kind == .organization
        else {
            return nil
        }
        return PortalSession(
            user: user, tenant: tenant, roles: DirectoryRole.roles(of: user.objectID, in: tenant),
            rights: DirectoryRole.rights(of: user, in: tenant),
            formToken: PortalCookie.derived("portal form", from: cookie))
    }

    /// Begins a session.
    ///
    /// - Returns: the value of its cookie.
    static func begin(_ signIn: OwnRedemption, _ context: RequestContext) async throws -> String {
        let cookie = context.random.token(byteCount: 32)
        let account = BrowserSession.Account(
            userID: signIn.user.objectID, authenticatedAt: context.now, epoch: signIn.access.epoch,
            sessionID: signIn.access.sessionID ?? "", evidence: signIn.access.evidence)
        let session = BrowserSession(
            idHash: hash(of: cookie), accounts: [account], expiresAt: context.now + idle)
        // The redemption may have changed the directory, which the context's own transactions would notice.
        try await context.services.store.transaction { try $0.put(session) }
        return cookie
    }

    /// Ends the session of a request.
    static func end(_ context: RequestContext) async throws {
        guard let cookie = PortalCookie.session.value(in: context.request) else { return }
        let empty = BrowserSession(idHash: hash(of: cookie), accounts: [], expiresAt: 0)
        try await context.services.store.transaction { try $0.put(empty) }
    }

    /// Another hash than that of the browser's session, so that neither cookie can stand for the other.
    private static func hash(of cookie: String) -> [UInt8] { TokenHash.of("portal|\(cookie)") }
}
