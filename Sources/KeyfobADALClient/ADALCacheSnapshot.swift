import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore

/// A snapshot of the caches for one request.
struct ADALCacheSnapshot: Sendable {
    /// ADAL's items of the client and its family.
    let items: [ADALCacheItem]
    /// The order in which the items are used.
    let ladder: ADALCacheLookup
    /// The account of the request, if one is known.
    let account: Account?
    /// The access token, whatever its validity.
    let accessToken: ADALCacheItem?
    /// The refresh tokens to try, in order.
    let refreshTokens: [RefreshTokenCandidate]
    /// The family that the client is known to be of.
    let family: String?

    /// The access token, if it may be returned.
    func valid(_ request: ADALRequest, now: Date) -> ADALCacheItem? {
        state(request, now: now) == .valid ? accessToken : nil
    }

    /// The inputs of the decision, before the server was asked.
    func inputs(_ request: ADALRequest, now: Date) -> SilentInputs {
        SilentInputs(
            accessToken: state(request, now: now), hasClaims: !(request.claims?.isEmpty ?? true),
            forcesRefresh: request.forceRefresh, allowsExtendedLifetime: request.extendedLifetimeEnabled
        ).under(.adal)
    }

    private func state(_ request: ADALRequest, now: Date) -> SilentInputs.AccessToken {
        guard let item = accessToken else { return .absent }
        guard (item.cachedAt ?? now) <= now else { return .fromFuture }
        // ADAL treats a token without an expiry as valid.
        guard let expiry = item.expiresOn, expiry.timeIntervalSince(now) <= request.expirationBuffer else {
            return .valid
        }
        if expiry > now { return .expiring }
        guard let extended = item.extendedExpiry, extended > now else { return .expired }
        return .extended
    }
}

extension ADALCacheItem {
    /// The date until which the access token may be used in an outage (`extended_expires_on`).
    var extendedExpiry: Date? {
        get { additionalServer["extended_expires_on"]?.dateValue }
        set { additionalServer["extended_expires_on"] = newValue.map { .date($0) } }
    }
}
