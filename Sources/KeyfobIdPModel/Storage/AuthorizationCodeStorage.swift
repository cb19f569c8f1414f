/// Authorization codes, each redeemed once.
package protocol AuthorizationCodeStorage {
    /// Adds a code.
    func insert(_ code: AuthorizationCodeGrant) throws
    /// Marks a code as redeemed, and returns it as it was before: `redeemedAt` is set if it was redeemed already.
    func consumeAuthorizationCode(hash: [UInt8], at time: Int64) throws -> AuthorizationCodeGrant?
}
