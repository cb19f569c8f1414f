/// Single-use values: the nonces of signed requests, the ids of assertions.
package protocol NonceStorage {
    /// Stores a nonce.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the nonce with its context.
    ///   - expiry: the time (Unix seconds) until which it has to be stored; later it is not accepted anyway.
    /// - Returns: whether it is new; false means that it was used before.
    func spendNonce(hash: [UInt8], until expiry: Int64) throws -> Bool
    /// Whether a nonce was used and is still stored.
    func isNonceSpent(hash: [UInt8]) throws -> Bool
}
