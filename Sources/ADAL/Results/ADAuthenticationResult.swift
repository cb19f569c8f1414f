public import Foundation
import KeyfobClient
import KeyfobCore

/// The result of a call for a token: a token or an error.
#if canImport(ObjectiveC)
@objc(ADAuthenticationResult)
#endif
public final class ADAuthenticationResult: NSObject, Sendable {
    /// The status of the call.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let status: ADAuthenticationResultStatus
    /// The token with its properties; nil without one.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let tokenCacheItem: ADTokenCacheItem?
    /// The error; nil if there is a token.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let error: ADAuthenticationError?
    /// Whether the refresh token is valid for other resources too.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let multiResourceRefreshToken: Bool
    /// The correlation id of the call in the server's log.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let correlationId: UUID?
    /// Whether the token is past its expiry and was returned because the server is down.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let extendedLifeTimeToken: Bool
    /// The authority that issued the token: use it for later silent calls.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let authority: String?

    /// The token to send to the resource; nil without one.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var accessToken: String? { tokenCacheItem?.accessToken }

    /// Makes a result with a token, for example in an app's test.
    public init(
        tokenCacheItem: ADTokenCacheItem, multiResourceRefreshToken: Bool = false, correlationId: UUID? = nil,
        extendedLifeTimeToken: Bool = false, authority: String? = nil
    ) {
        status = .succeeded
        self.tokenCacheItem = tokenCacheItem
        error = nil
        self.multiResourceRefreshToken = multiResourceRefreshToken
        self.correlationId = correlationId
        self.extendedLifeTimeToken = extendedLifeTimeToken
        self.authority = authority ?? tokenCacheItem.authority
    }

    /// Makes a result with an error, for example in an app's test. Code 403 means that the user cancelled the sign-in.
    public init(error: ADAuthenticationError, correlationId: UUID? = nil) {
        let isCancel =
            error.domain == ADAuthenticationErrorDomain && error.code == ADErrorCode.ERROR_UI_USER_CANCEL.rawValue
        status = isCancel ? .userCancelled : .failed
        tokenCacheItem = nil
        self.error = error
        multiResourceRefreshToken = false
        self.correlationId = correlationId
        extendedLifeTimeToken = false
        authority = nil
    }

    convenience init(_ result: ADALResult) {
        self.init(
            tokenCacheItem: ADTokenCacheItem(result.item), multiResourceRefreshToken: result.isMultiResource,
            correlationId: UUID(uuidString: result.correlationID), extendedLifeTimeToken: result.isExtendedLifetime,
            authority: result.authority.description)
    }
}
