/// The operations inside a transaction of an ``IdPStore``, one kind of data after the other.
package protocol IdPTransaction {
    // Tenants and applications: read often, changed rarely, and so cached by a version.

    /// A number that every write to tenants, applications, signing keys and settings increases. The provider caches
    /// what it derived from them until the number changes.
    func directoryVersion() throws -> Int64
    /// Every tenant, in the order of insertion.
    func tenants() throws -> [Tenant]
    /// Adds or replaces a tenant by its id.
    func put(_ tenant: Tenant) throws
    /// Every application, in the order of insertion.
    func applications() throws -> [Application]
    /// Adds or replaces an application by its application id.
    func put(_ application: Application) throws
    /// Removes an application. It does nothing if there is none. Raises the directory's version.
    func removeApplication(appID: String) throws

    // Policies, named locations and groups: read often, changed rarely, and cached with the directory.

    /// Every object of every kind, in the order of insertion.
    func directoryObjects() throws -> [DirectoryObject]
    /// Adds or replaces an object by kind, tenant and id. Raises the directory's version.
    func put(_ object: DirectoryObject) throws
    /// Removes an object. It does nothing if there is none. Raises the directory's version.
    func removeDirectoryObject(_ kind: DirectoryObject.Kind, id: String, tenantID: String) throws

    // Signing keys.

    /// Every key, in the order of insertion.
    func signingKeys() throws -> [StoredSigningKey]
    /// Adds or replaces a key by its id. Raises the directory's version.
    func put(_ key: StoredSigningKey) throws
    /// Removes a key. Raises the directory's version.
    func removeSigningKey(keyID: String) throws

    // The provider's settings, and the removal of expired data.

    /// The seconds by which the provider's clock is ahead of the machine's.
    func clockOffset() throws -> Int64
    /// Sets the clock's offset. Raises the directory's version.
    func setClockOffset(_ seconds: Int64) throws
    /// The forced errors for the next requests, oldest first.
    func forcedErrors() throws -> [ForcedError]
    /// Replaces the forced errors. Raises the directory's version.
    func setForcedErrors(_ errors: [ForcedError]) throws
    /// Removes data that is no longer needed: of each kind the given number at most, so that no transaction takes long.
    ///
    /// - Returns: whether more may be left.
    func purge(_ horizon: PurgeHorizon, atMost count: Int) throws -> Bool

    // Users, and their counts for smart lockout.

    /// The user with that object id.
    func user(objectID: String) throws -> User?
    /// The user with that principal name, compared without regard to letter case.
    func user(userPrincipalName: String) throws -> User?
    /// The guest object of a user of another tenant.
    func guest(of homeUserID: String, in tenantID: String) throws -> User?
    /// Every user, in the order of insertion.
    func users() throws -> [User]
    /// Whether any user is a demonstration user.
    func hasDemonstrationUsers() throws -> Bool
    /// A tenant's users after a position, in the order of insertion, up to a limit. The first position is 0; a page
    /// contains the position with which the next one begins.
    func users(tenantID: String, after position: Int64, limit: Int) throws -> UserPage
    /// Adds or replaces a user by the object id.
    func put(_ user: User) throws
    /// Removes a user, and leaves the user's records as they are. It does nothing if there is none.
    func removeUser(objectID: String) throws
    /// Removes everything that is stored for a user besides the user: consents, assigned roles, second factors, counts of
    /// failures, files and refresh tokens.
    func removeRecords(userID: String) throws
    /// The counts of a user's failures.
    func lockout(userID: String) throws -> Lockout?
    /// Adds or replaces it by the user's id.
    func put(_ lockout: Lockout) throws

    // Consents, by user and client.

    /// The permissions that a user has granted to a client, one element for each API.
    func consents(tenantID: String, userID: String, clientID: String) throws -> [Consent]
    /// Those permissions and the ones that an administrator granted for all users (``Consent/everyone``), in one query.
    func effectiveConsents(tenantID: String, userID: String, clientID: String) throws -> [Consent]
    /// Every consent in a tenant, by user, client and API.
    func consents(tenantID: String) throws -> [Consent]
    /// Adds or replaces a consent by everything but its scopes; one that neither grants nor refuses is removed.
    func put(_ consent: Consent) throws
    /// Removes every consent to a client, and every consent and assigned role at an API, by the application's id.
    func removeConsents(appID: String) throws

    // Deleted objects, which can be restored for some time.

    /// The deleted object with that id.
    func deletedItem(id: String) throws -> DeletedItem?
    /// A tenant's deleted objects, in the order of deletion.
    func deletedItems(tenantID: String) throws -> [DeletedItem]
    /// The number of a tenant's users and deleted objects.
    func objectCount(tenantID: String) throws -> Int
    /// Adds or replaces a deleted object by its id.
    func put(_ item: DeletedItem) throws
    /// Removes a deleted object for good. It does nothing if there is none.
    func removeDeletedItem(id: String) throws

    // Users' second factors, and their apps' enrolments.

    /// A user's second factors; nil if none were ever stored.
    func factors(userID: String) throws -> UserFactors?
    /// Adds or replaces them by the user's id.
    func put(_ factors: UserFactors) throws
    /// The enrolment with that id.
    func appEnrollment(id: String) throws -> AppEnrollment?
    /// A tenant's enrolments, in the order of insertion.
    func appEnrollments(tenantID: String) throws -> [AppEnrollment]
    /// Adds or replaces an enrolment by its id.
    func put(_ enrollment: AppEnrollment) throws

    // Registered devices.

    /// The device with that id.
    func device(id: String) throws -> RegisteredDevice?
    /// A tenant's devices in the order in which they were registered.
    func devices(tenantID: String) throws -> [RegisteredDevice]
    /// Adds or replaces a device.
    func put(_ device: RegisteredDevice) throws
    /// Removes a device. It does nothing if there is none.
    func removeDevice(id: String) throws

    // Browser sessions, and sign-ins between two pages.

    /// The session with that cookie hash, expired or not.
    func session(idHash: [UInt8]) throws -> BrowserSession?
    /// Adds or replaces a session by its hash; one without accounts is removed.
    func put(_ session: BrowserSession) throws
    /// The pending sign-in with that flow token hash, expired or not.
    func pendingSignIn(idHash: [UInt8]) throws -> PendingSignIn?
    /// Adds or replaces a pending sign-in by its hash.
    func put(_ pending: PendingSignIn) throws
    /// Removes a pending sign-in.
    func removePendingSignIn(idHash: [UInt8]) throws

    // Authorization codes, each redeemed once.

    /// Adds a code.
    func insert(_ code: AuthorizationCodeGrant) throws
    /// Marks a code as redeemed, and returns it as it was before: `redeemedAt` is set if it was redeemed already.
    func consumeAuthorizationCode(hash: [UInt8], at time: Int64) throws -> AuthorizationCodeGrant?

    // Device codes.

    /// The device code with that hash.
    func deviceCode(hash: [UInt8]) throws -> DeviceCodeGrant?
    /// The device code whose user code has that hash.
    func deviceCode(userCodeHash: [UInt8]) throws -> DeviceCodeGrant?
    /// Adds or replaces a device code by its hash.
    func put(_ code: DeviceCodeGrant) throws

    // Refresh tokens.

    /// Adds a token.
    func insert(_ token: RefreshTokenGrant) throws
    /// The token with that hash, revoked, idle or valid.
    func refreshToken(hash: [UInt8]) throws -> RefreshTokenGrant?
    /// Sets the time of a token's last use.
    func touchRefreshToken(hash: [UInt8], at time: Int64) throws
    /// Every token that descends from one authorization, in the order of insertion.
    func refreshTokens(grantID: String) throws -> [RefreshTokenGrant]
    /// Sets the time of a token's first redemption, unless it is set already.
    func markRefreshTokenRedeemed(hash: [UInt8], at time: Int64) throws
    /// Revokes one token, if it is not revoked yet.
    func revokeRefreshToken(hash: [UInt8], at time: Int64) throws
    /// Revokes every token of an authorization, and of its descendants (`ID/…`), unless it is revoked already.
    func revokeRefreshTokens(grantID: String, at time: Int64) throws
    /// Sets the time of the last use for each token of a user; a time far enough in the past makes them idle.
    func touchRefreshTokens(userID: String, at time: Int64) throws

    // Primary refresh tokens.

    /// Adds a token.
    func insert(_ token: PrimaryRefreshTokenGrant) throws
    /// The token with that hash, expired or not.
    func primaryRefreshToken(hash: [UInt8]) throws -> PrimaryRefreshTokenGrant?
    /// Removes every token of a device.
    func removePrimaryRefreshTokens(deviceID: String) throws
    /// Removes every token of an authorization, and of its descendants (`ID/…`).
    func removePrimaryRefreshTokens(grantID: String) throws

    // Single-use values: the nonces of signed requests, the ids of assertions.

    /// Stores a nonce.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the nonce with its context.
    ///   - expiry: the time (Unix seconds) until which it has to be stored; later it is not accepted anyway.
    /// - Returns: whether it is new; false means that it was used before.
    func spendNonce(hash: [UInt8], until expiry: Int64) throws -> Bool
    /// Whether a nonce was used and is still stored.
    func isNonceSpent(hash: [UInt8]) throws -> Bool

    // The sign-in log.

    /// Appends entries as ``SignInLogEntry/bounded`` returns them; the store gives each the next sequence number, and
    /// drops the oldest beyond ``SignInLogLimits``.
    func append(_ entries: [SignInLogEntry]) throws
    /// The entries after a sequence number, oldest first, up to a limit.
    func signIns(after sequence: Int64, limit: Int) throws -> [SignInLogEntry]
    /// The entries before a sequence number, newest first, up to a limit.
    func signIns(before sequence: Int64, limit: Int) throws -> [SignInLogEntry]

    // The files of Contoso Files.

    /// A user's files, by name.
    func files(tenantID: String, userID: String) throws -> [StoredFile]
    /// Adds or replaces a file by its owner and name.
    func put(_ file: StoredFile) throws
    /// Removes a file.
    func removeFile(tenantID: String, userID: String, name: String) throws
}

/// Some users of a tenant, and the position after which the next ones are.
package struct UserPage: Sendable, Hashable {
    /// The users.
    package var users: [User]
    /// The position of the last one; nil if there are no more.
    package var next: Int64?

    /// Makes a page.
    package init(users: [User], next: Int64?) {
        self.users = users
        self.next = next
    }
}

/// The times (Unix seconds) before which stored data is removed.
package struct PurgeHorizon: Sendable, Hashable {
    /// Codes, device codes, nonces, sessions, pending sign-ins and primary refresh tokens that expired before it.
    package var expired: Int64
    /// Refresh tokens that were last used before it.
    package var unused: Int64
    /// Entries of the sign-in log from before it.
    package var logged: Int64
    /// Deleted objects that were deleted before it.
    package var deleted: Int64

    /// Makes a horizon; by default nothing is removed.
    package init(
        expired: Int64 = .min, unused: Int64 = .min, logged: Int64 = .min,
        deleted: Int64 = .min
    ) {
        self.expired = expired
        self.unused = unused
        self.logged = logged
        self.deleted = deleted
    }
}
