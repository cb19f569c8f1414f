package import KeyfobCore

/// A response without tokens, and what is known when it arrives.
package struct SilentRefusal: Sendable {
    /// Where a refresh token was stored.
    package enum Source: Sendable {
        /// In the store that apps share.
        case store
        /// In ADAL's cache.
        case adalCache
        /// In the broker's vault, as a primary refresh token.
        case vault
    }

    /// The response, or the failure to get one.
    package let error: AuthError
    /// Where the token was stored that was redeemed.
    package let source: Source
    /// Whether a family may redeem it.
    package let isOfFamily: Bool
    /// Whether another refresh token is left that the client may redeem after this response.
    package let hasNext: Bool

    package init(error: AuthError, source: Source, isOfFamily: Bool, hasNext: Bool) {
        self.error = error
        self.source = source
        self.isOfFamily = isOfFamily
        self.hasNext = hasNext
    }
}

/// What follows from a response without tokens.
package struct RefusalDecision: Sendable {
    /// A change to the store, whatever the outcome of the call.
    package enum Effect: Sendable, Hashable {
        /// Delete the refresh token from the store or, if it is a primary one, from the vault.
        case dropFromStore
        /// Delete the refresh token's item from ADAL's cache.
        case dropFromADALCache
        /// Record that the client is in no family.
        case leaveFamily
        /// Delete the client's credentials for the account.
        case forgetAccount
        /// Delete the device's registration, and the primary refresh tokens that were issued for the device.
        case forgetDevice
    }

    /// The changes to the store, in order.
    package let effects: [Effect]
    /// Whether the next refresh token is redeemed, if there is one.
    package let triesNext: Bool
    /// The error of the call otherwise.
    package let error: AuthError

    package init(effects: [Effect], triesNext: Bool, error: AuthError) {
        self.effects = effects
        self.triesNext = triesNext
        self.error = error
    }
}
