/// What may be used once: the nonces of signed requests, the ids of assertions.
public protocol NonceStorage {
    /// Remembers a nonce.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the nonce with what it belongs to.
    ///   - expiry: until when (Unix seconds) it has to be remembered; later nobody accepts it anyway.
    /// - Returns: whether it is new; false means that it was used before.
    func spendNonce(hash: [UInt8], until expiry: Int64) throws -> Bool
    /// Whether a nonce was used and is still remembered.
    func isNonceSpent(hash: [UInt8]) throws -> Bool
}
