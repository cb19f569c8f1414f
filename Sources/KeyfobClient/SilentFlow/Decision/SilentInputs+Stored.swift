import KeyfobCache
import KeyfobCore

extension SilentInputs {
    /// Makes the inputs before the server is asked.
    ///
    /// - Parameters:
    ///   - cached: the stored token that has the scopes and, for a bound token, the key.
    ///   - hasOtherKey: whether the store has a token that is bound to another key.
    ///   - now: the current time, in seconds since 1970.
    init(
        _ parameters: SilentParameters, cached: CachedAccessToken?, hasOtherKey: Bool = false, now: Int64,
        _ configuration: ClientConfiguration
    ) {
        self.init(
            accessToken: cached.map { AccessToken($0, now: now) } ?? (hasOtherKey ? .otherKey : .absent),
            hasClaims: !parameters.asksNoClaims, forcesRefresh: parameters.forceRefresh,
            allowsExtendedLifetime: configuration.extendedLifetimeEnabled)
    }
}

extension SilentInputs.AccessToken {
    /// The validity of a stored token.
    init(_ cached: CachedAccessToken, now: Int64) {
        switch cached.validity {
        case .valid: self = .valid
        case .refreshDue: self = .refreshDue
        case .expired:
            if cached.entity.cachedAt > now {
                self = .fromFuture
            } else if cached.entity.expiresOn > now {
                self = .expiring
            } else {
                self = cached.mayServeOutage(now: now) ? .extended : .expired
            }
        }
    }
}

extension RefreshCause {
    /// The cause of a request for the given inputs.
    init(_ inputs: SilentInputs) {
        if !inputs.mayUseStoredToken {
            self = .forced
        } else {
            switch inputs.accessToken {
            case .absent, .otherKey: self = .noToken
            case .valid, .refreshDue: self = .proactive
            case .expiring, .extended, .expired, .fromFuture: self = .expired
            }
        }
    }
}
