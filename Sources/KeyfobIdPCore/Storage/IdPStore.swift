/// Where the provider keeps everything: its nodes hold no state of their own.
public protocol IdPStore: Sendable {
    /// Runs a body in one serialisable transaction, durable on return. A body that throws leaves nothing behind.
    ///
    /// The body may run more than once (a store that loses a race rolls back and repeats it), so it does nothing
    /// beyond the transaction.
    ///
    /// - Throws: what the body throws, or the store's own error.
    func transaction<R: Sendable>(_ body: @escaping @Sendable (any IdPTransaction) throws -> R) async throws -> R
}

/// What can be done inside a transaction, by aggregate.
public protocol IdPTransaction: DirectoryStorage, UserStorage, ConsentStorage, SessionStorage,
    AuthorizationCodeStorage, RefreshTokenStorage, DeviceCodeStorage, SigningKeyStorage, SignInLogStorage,
    SettingsStorage, FileStorage, NonceStorage, DirectoryObjectStorage, FactorStorage,
    DeviceStorage, PrimaryRefreshTokenStorage
{}
