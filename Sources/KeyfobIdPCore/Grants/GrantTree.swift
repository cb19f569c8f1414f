import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// The tree of authorizations, in which revoking one revokes all that descend from it. An id is a path,
/// `CODE/PRIMARY-TOKEN-USE`, so that the authorization of one app under a primary refresh token can be revoked alone,
/// and all with the root.
enum GrantTree {
    /// Keeps ids short where primary refresh tokens are renewed for years.
    private static let mostLevels = 8

    /// The id of an authorization that descends from another.
    static func child(of parent: String, random: any RandomSource) -> String {
        let levels = parent.utf8.count { $0 == UInt8(ascii: "/") } + 1
        return levels < mostLevels ? "\(parent)/\(random.uuid())" : parent
    }

    /// Revokes an authorization: refresh tokens, primary refresh tokens and, in the strict profile, access tokens that
    /// have not expired.
    static func revoke(_ grantID: String, _ context: RequestContext, _ transaction: any IdPTransaction) throws {
        try transaction.revokeRefreshTokens(grantID: grantID, at: context.now)
        try transaction.removePrimaryRefreshTokens(grantID: grantID)
        guard context.configuration.profile == .strict else { return }
        let configuration = context.configuration
        let longest = max(
            configuration.accessTokenLifetime.upperBound, configuration.continuousAccessTokenLifetime.upperBound)
        _ = try transaction.spendNonce(hash: mark(grantID), until: context.now + longest)
    }

    /// Whether an authorization or one of its ancestors was revoked while an access token could still be valid.
    static func isRevoked(_ grantID: String, in transaction: any IdPTransaction) throws -> Bool {
        var path = ""
        for level in grantID.split(separator: "/").prefix(mostLevels) {
            path += path.isEmpty ? String(level) : "/\(level)"
            if try transaction.isNonceSpent(hash: mark(path)) { return true }
        }
        return false
    }

    private static func mark(_ grantID: String) -> [UInt8] { Digest.sha256(Array("revoked grant|\(grantID)".utf8)) }
}
