/// Authorization codes, each consumed once.
public protocol AuthorizationCodeStorage {
    /// Adds a code.
    func insert(_ code: AuthorizationCodeGrant) throws
    /// Marks a code as redeemed, and returns it as it was before: who finds `redeemedAt` set came second.
    func consumeAuthorizationCode(hash: [UInt8], at time: Int64) throws -> AuthorizationCodeGrant?
}
