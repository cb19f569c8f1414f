public import Foundation
import KeyfobClient
import KeyfobCore

/// The result of a call for a token: a token or an error.
#if canImport(ObjectiveC)
@objc(ADAuthenticationResult)
#endif
// Immutable; a subclass is responsible for its own properties.
open class ADAuthenticationResult: NSObject, @unchecked Sendable {
    private struct Parts: Sendable {
        var status = ADAuthenticationResultStatus.succeeded
        var tokenCacheItem: ADTokenCacheItem?
        var error: ADAuthenticationError?
        var multiResourceRefreshToken = false
        var correlationId: UUID?
        var extendedLifeTimeToken = false
        var authority: String?
    }

    private let parts: Parts

    /// The status of the call.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var status: ADAuthenticationResultStatus { parts.status }
    /// The token with its properties; nil without one.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var tokenCacheItem: ADTokenCacheItem? { parts.tokenCacheItem }
    /// The error; nil if there is a token.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var error: ADAuthenticationError? { parts.error }
    /// Whether the refresh token is valid for other resources too.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var multiResourceRefreshToken: Bool { parts.multiResourceRefreshToken }
    /// The correlation id of the call in the server's log.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var correlationId: UUID? { parts.correlationId }
    /// Whether the token is past its expiry and was returned because the server is down.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var extendedLifeTimeToken: Bool { parts.extendedLifeTimeToken }
    /// The authority that issued the token: use it for later silent calls.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var authority: String? { parts.authority }

    /// The token to send to the resource; nil without one.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var accessToken: String? { tokenCacheItem?.accessToken }

    /// Makes a result without a token and without an error, for a subclass in an app's test.
    public override init() {
        parts = Parts()
        super.init()
    }

    /// Makes a result with a token, for example in an app's test.
    public init(
        tokenCacheItem: ADTokenCacheItem, multiResourceRefreshToken: Bool = false, correlationId: UUID? = nil,
        extendedLifeTimeToken: Bool = false, authority: String? = nil
    ) {
        parts = Parts(
            tokenCacheItem: tokenCacheItem, multiResourceRefreshToken: multiResourceRefreshToken,
            correlationId: correlationId, extendedLifeTimeToken: extendedLifeTimeToken,
            authority: authority ?? tokenCacheItem.authority)
        super.init()
    }

    /// Makes a result with an error, for example in an app's test. Code 403 means that the user cancelled the sign-in.
    public init(error: ADAuthenticationError, correlationId: UUID? = nil) {
        let isCancel =
            error.domain == ADAuthenticationErrorDomain && error.code == ADErrorCode.ERROR_UI_USER_CANCEL.rawValue
        parts = Parts(status: isCancel ? .userCancelled : .failed, error: error, correlationId: correlationId)
        super.init()
    }

    convenience init(_ result: ADALResult) {
        self.init(
            tokenCacheItem: ADTokenCacheItem(result.item), multiResourceRefreshToken: result.isMultiResource,
            correlationId: UUID(uuidString: result.correlationID), extendedLifeTimeToken: result.isExtendedLifetime,
            authority: result.authority.description)
    }
}
