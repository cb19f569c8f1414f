import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// What an authorization led to ends with it. An id names the whole way down, `CODE/PRIMARY-TOKEN-USE`, so that of an app
/// that a primary refresh token served only its own part can end, and with the root everything.
enum GrantTree {
    /// So that ids stay short where primary refresh tokens are made of each other for years.
    private static let mostLevels = 8

    /// The id of an authorization that comes of another one.
    static func child(of parent: String, random: any RandomSource) -> String {
        let levels = parent.utf8.count { $0 == UInt8(ascii: "/") } + 1
        return levels < mostLevels ? "\(parent)/\(random.uuid())" : parent
    }

    /// Ends an authorization: refresh tokens, primary refresh tokens and, in the strict profile, access tokens before
    /// their time.
    static func revoke(_ grantID: String, _ context: RequestContext, _ transaction: any IdPTransaction) throws {
        try transaction.revokeRefreshTokens(grantID: grantID, at: context.now)
        try transaction.removePrimaryRefreshTokens(grantID: grantID)
        guard context.configuration.profile == .strict else { return }
        let configuration = context.configuration
        let longest = max(
            configuration.accessTokenLifetime.upperBound, configuration.continuousAccessTokenLifetime.upperBound)
        _ = try transaction.spendNonce(hash: mark(grantID), until: context.now + longest)
    }

    /// Whether an authorization, or one that it comes of, was ended while an access token could still hold.
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
