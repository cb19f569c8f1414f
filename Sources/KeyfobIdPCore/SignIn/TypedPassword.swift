import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// A typed password, already compared: sign-in pages and devices share this sequence of checking, locking, counting and
/// logging.
struct TypedPassword: Sendable {
    /// Makes a log entry from the event, the user if known, and the error's number.
    typealias Entry = (SignInEvent, User?, Int?) -> SignInLogEntry

    private let username: String
    private let password: Secret<String>
    private let place: [UInt8]
    /// The hash that it matches; nil if it is wrong, the user is unknown, or it was not checked.
    private let rightBy: String?

    /// Whether it was the user's password when it was compared. Only ``verify(_:in:entry:unless:)`` accepts it.
    var isRight: Bool { rightBy != nil }

    /// Compares the password outside any transaction: that takes long on purpose, and as long for an unknown user.
    /// Of longer texts only 256 characters of the name and 1,024 of the password count.
    ///
    /// - Parameter place: where it was typed, a browser or a device; familiar and unfamiliar places have separate
    ///   locks.
    init(_ password: Secret<String>, of username: String, at place: [UInt8], _ context: RequestContext) async throws {
        let username = String(username.prefix(256))
        let password = Secret(String(password.reveal().prefix(1024)))
        let hash = try await context.transaction { transaction -> String? in
            guard let user = try transaction.user(userPrincipalName: username) else { return nil }
            let lockout = try transaction.lockout(userID: user.objectID)
            return SmartLockout.lockedUntil(lockout, browser: place) > context.now ? nil : user.passwordHash
        }
        let isRight = try await context.compared.verifies(password, hash: hash, by: context.services.passwords)
        self.username = username
        self.password = password
        self.place = place
        rightBy = isRight ? hash : nil
    }

    /// The user of the password, or the error. Failures are counted and logged, so the transaction has to commit.
    ///
    /// - Parameters:
    ///   - entry: makes the log's entries.
    ///   - refusal: another error for a user whose password is right; nil if there is none.
    func verify(
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
        // Checked again: meanwhile other attempts may have locked the account.
        func isLocked() -> Bool { SmartLockout.lockedUntil(lockout, browser: place) > context.now }
        guard !isLocked() else { return try refuse(OAuthError(50053), user) }
        guard user.isCertificateOnly != true else { return try refuse(OAuthError(130501), user) }
        // A password that was changed after the comparison is no longer right.
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
