extension ADTokenCache {
    /// As ``remove(_:error:)``, without blocking.
    ///
    /// - Throws: the caches' error.
    public func remove(_ item: ADTokenCacheItem) async throws(ADAuthenticationError) {
        try await store().remove(item)
    }

    /// As ``removeAll(forClientId:error:)``, without blocking.
    ///
    /// - Throws: the caches' error; 100 if the client is empty.
    public func removeAll(forClientId clientId: String) async throws(ADAuthenticationError) {
        try await store().removeAll(clientID: clientId)
    }

    /// As ``removeAll(forUserId:clientId:error:)``, without blocking.
    ///
    /// - Throws: the caches' error; 100 if the user or the client is empty.
    public func removeAll(forUserId userId: String, clientId: String) async throws(ADAuthenticationError) {
        try await store().removeAll(clientID: clientId, userID: userId)
    }

    /// As ``wipeAllItems(forUserId:error:)``, without blocking.
    ///
    /// - Throws: the caches' error; 100 if the user is empty.
    public func wipeAllItems(forUserId userId: String) async throws(ADAuthenticationError) {
        try await store().wipe(userID: userId)
    }
}
