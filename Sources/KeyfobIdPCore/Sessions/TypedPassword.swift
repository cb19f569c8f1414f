import KeyfobCore
import KeyfobOAuth

/// A password that was typed somewhere, compared already: the one sequence by which a sign-in page and a device look at
/// passwords, lock, count and log.
struct TypedPassword: Sendable {
    /// What is written into the log: what happened, whose it is if that is known, the error's number.
    typealias Entry = (SignInEvent, User?, Int?) -> SignInLogEntry

    private let username: String
    private let password: Secret<String>
    private let place: [UInt8]
    /// The hash that it is right by; nil if it is wrong, nobody's, or was not looked at.
    private let rightBy: String?

    /// Compares it, outside of any transaction: that takes long on purpose, and as long whether or not there is such a user.
    ///
    /// - Parameter place: where it was typed, a browser or a device: users are known there or not, and each kind of place
    ///   has a lock of its own.
    init(_ password: Secret<String>, of username: String, at place: [UInt8], _ context: RequestContext) async throws {
        let hash = try await context.transaction { transaction -> String? in
            guard let user = try transaction.user(userPrincipalName: username) else { return nil }
            let lockout = try transaction.lockout(userID: user.objectID)
            return SmartLockout.lockedUntil(lockout, browser: place) > context.now ? nil : user.passwordHash
        }
        let isRight = try await context.services.passwords.verifies(password, hash: hash)
        self.username = username
        self.password = password
        self.place = place
        rightBy = isRight ? hash : nil
    }

    /// Whose it is, or why it is refused. Failures are counted and logged, so the transaction has to be kept.
    ///
    /// - Parameters:
    ///   - entry: makes the log's entries.
    ///   - refusal: what else speaks against a user whose password is right; nil if nothing does.
    func judge(
        _ context: RequestContext, in transaction: any IdPTransaction, entry: Entry,
        unless refusal: (User) throws -> OAuthError?
    ) throws -> Result<User, OAuthError> {
        func refuse(_ error: OAuthError, _ user: User?, logged number: Int? = nil) throws -> Result<User, OAuthError> {
            try transaction.append([entry(.passwordRefused, user, number ?? error.number)])
            return .failure(error)
        }
        guard let user = try transaction.user(userPrincipalName: username) else {
            return try refuse(OAuthError(50126), nil, logged: 50034)
        }
        var lockout = try transaction.lockout(userID: user.objectID) ?? Lockout(userID: user.objectID)
        // Looked at again: meanwhile other attempts may have locked the account.
        func isLocked() -> Bool { SmartLockout.lockedUntil(lockout, browser: place) > context.now }
        guard !isLocked() else { return try refuse(OAuthError(50053), user) }
        guard user.isCertificateOnly != true else { return try refuse(OAuthError(130501), user) }
        // A password that was changed since it was compared is not right any more.
        guard let rightBy, rightBy == user.passwordHash else {
            let salt = context.directory.tenant(user.tenantID)?.subjectSalt ?? ""
            SmartLockout.fail(
                &lockout, password: password, browser: place, salt: salt, now: context.now,
                configuration: context.configuration)
            try transaction.put(lockout)
            return try refuse(OAuthError(isLocked() ? 50053 : 50126), user)
        }
        if let error = try refusal(user) { return try refuse(error, user) }
        SmartLockout.succeed(&lockout, browser: place)
        try transaction.put(lockout)
        try transaction.append([entry(.passwordAccepted, user, nil)])
        return .success(user)
    }
}
