import Foundation

extension ADKeychainTokenCache {
    /// Every token in the cache, access tokens and refresh tokens, and so the list of signed-in users, which a context
    /// does not have. nil, with an error, if the cache cannot be read.
    #if canImport(ObjectiveC)
    @objc(allItems:)
    #endif
    public func allItems(_ error: ADErrorPointer) -> [ADTokenCacheItem]? {
        reporting(error) { () throws(ADAuthenticationError) in try store().allItems() }
    }

    /// Removes a token. With a refresh token, the user's entries for this app in the shared credential store are
    /// removed too.
    ///
    /// Blocks the calling thread until the removal is durable; ``remove(_:)`` is for code in a task.
    #if canImport(ObjectiveC)
    @objc(removeItem:error:)
    #endif
    @discardableResult
    public func remove(_ item: ADTokenCacheItem, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in try await self.remove(item) }
    }

    /// Removes a client's tokens of all users. Other apps of the group that use the client lose theirs in this cache
    /// too.
    ///
    /// Blocks the calling thread until the removal is durable; ``removeAll(forClientId:)`` is for code in a task.
    #if canImport(ObjectiveC)
    @objc(removeAllForClientId:error:)
    #endif
    @discardableResult
    public func removeAll(forClientId clientId: String, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in try await self.removeAll(forClientId: clientId) }
    }

    /// Removes a user's tokens for a client.
    ///
    /// Blocks the calling thread until the removal is durable; ``removeAll(forUserId:clientId:)`` is for code in a
    /// task.
    #if canImport(ObjectiveC)
    @objc(removeAllForUserId:clientId:error:)
    #endif
    @discardableResult
    public func removeAll(forUserId userId: String, clientId: String, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in
            try await self.removeAll(forUserId: userId, clientId: clientId)
        }
    }

    /// Deletes everything of a user, for every client and every app of the group. Each app, including those in the
    /// background, then needs the user to sign in again. The deletion is logged.
    ///
    /// Blocks the calling thread until it is durable; ``wipeAllItems(forUserId:)`` is for code in a task.
    #if canImport(ObjectiveC)
    @objc(wipeAllItemsForUserId:error:)
    #endif
    @discardableResult
    public func wipeAllItems(forUserId userId: String, error: ADErrorPointer) -> Bool {
        waiting(error) { () async throws(ADAuthenticationError) in try await self.wipeAllItems(forUserId: userId) }
    }

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
