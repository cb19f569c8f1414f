/// The domain of the errors that the SDK itself raises. The system's own errors keep theirs, `NSURLErrorDomain` for one.
public let MSALErrorDomain = "MSALErrorDomain"

/// In `userInfo`: `error` of the server's answer (RFC 6749 section 5.2), a `String`.
public let MSALOAuthErrorKey = "MSALOAuthErrorKey"
/// In `userInfo`: `suberror` of the server's answer, a `String`.
public let MSALOAuthSubErrorKey = "MSALOAuthSubErrorKey"
/// In `userInfo`: what the `suberror` means, a `String`.
public let MSALOAuthSubErrorDescriptionKey = "MSALOAuthSubErrorDescriptionKey"
/// In `userInfo`: what happened and what to do, in sentences, a `String`. Never a token or a password.
public let MSALErrorDescriptionKey = "MSALErrorDescriptionKey"
/// In `userInfo`: the numbers of the server's answer, an `[Int]`: 50126 stands for AADSTS50126.
public let MSALSTSErrorCodesKey = "MSALSTSErrorCodesKey"
/// In `userInfo` of ``MSALError/internal``: the raw value of an ``MSALInternalError``, an `Int`.
public let MSALInternalErrorCodeKey = "MSALInternalErrorCodeKey"
/// In `userInfo`: header fields of the server's answer that tell what to do, `Retry-After` for one, a
/// `[String: String]`.
public let MSALHTTPHeadersKey = "MSALHTTPHeadersKey"
/// In `userInfo`: the HTTP status of the server's answer, a `String`.
public let MSALHTTPResponseCodeKey = "MSALHTTPResponseCodeKey"
/// In `userInfo`: what ties the request to the server's log, a `String`.
public let MSALCorrelationIDKey = "MSALCorrelationIDKey"
/// In `userInfo` of ``MSALError/serverDeclinedScopes``: the scopes that were declined, a `[String]`.
public let MSALDeclinedScopesKey = "MSALDeclinedScopesKey"
/// In `userInfo` of ``MSALError/serverDeclinedScopes``: the scopes that were granted, a `[String]`.
public let MSALGrantedScopesKey = "MSALGrantedScopesKey"
/// In `userInfo` of ``MSALError/serverDeclinedScopes``: the ``MSALResult`` with the scopes that were granted.
public let MSALInvalidResultKey = "MSALInvalidResultKey"
/// In `userInfo`: the account's name, for showing, a `String`.
public let MSALDisplayableUserIdKey = "MSALDisplayableUserIdKey"
/// In `userInfo`: the account's identifier, a `String`.
public let MSALHomeAccountIdKey = "MSALHomeAccountIdKey"
/// In `userInfo`: the version of the broker that failed, a `String`.
public let MSALBrokerVersionKey = "MSALBrokerVersionKey"
/// In `userInfo`: `1` if the error is a remembered one, and no server was asked, an `Int`.
public let MSALThrottlingCacheHitKey = "MSALThrottlingCacheHitKey"

/// In `userInfo`: the `AuthError` that the error was made of, with its claims challenge, its remedy and its cause. An
/// addition to MSAL.
public let MSALAuthErrorKey = "MSALAuthErrorKey"
