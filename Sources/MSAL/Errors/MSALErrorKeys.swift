/// The domain of the errors that the SDK raises. The system's errors keep theirs, for example `NSURLErrorDomain`.
public let MSALErrorDomain = "MSALErrorDomain"

/// In `userInfo`: `error` of the server's response (RFC 6749 section 5.2), a `String`.
public let MSALOAuthErrorKey = "MSALOAuthErrorKey"
/// In `userInfo`: `suberror` of the server's response, a `String`.
public let MSALOAuthSubErrorKey = "MSALOAuthSubErrorKey"
/// In `userInfo`: the meaning of the `suberror`, a `String`.
public let MSALOAuthSubErrorDescriptionKey = "MSALOAuthSubErrorDescriptionKey"
/// In `userInfo`: a description of the error and of its remedy, a `String`. Never a token or a password.
public let MSALErrorDescriptionKey = "MSALErrorDescriptionKey"
/// In `userInfo`: the error numbers of the server's response, an `[Int]`: 50126 means AADSTS50126.
public let MSALSTSErrorCodesKey = "MSALSTSErrorCodesKey"
/// In `userInfo` of ``MSALError/internal``: the raw value of an ``MSALInternalError``, an `Int`.
public let MSALInternalErrorCodeKey = "MSALInternalErrorCodeKey"
/// In `userInfo`: header fields of the server's response that the app may use, for example `Retry-After`, a `[String:
/// String]`.
public let MSALHTTPHeadersKey = "MSALHTTPHeadersKey"
/// In `userInfo`: the HTTP status of the server's response, a `String`.
public let MSALHTTPResponseCodeKey = "MSALHTTPResponseCodeKey"
/// In `userInfo`: the correlation id of the request in the server's log, a `String`.
public let MSALCorrelationIDKey = "MSALCorrelationIDKey"
/// In `userInfo` of ``MSALError/serverDeclinedScopes``: the scopes that were declined, a `[String]`.
public let MSALDeclinedScopesKey = "MSALDeclinedScopesKey"
/// In `userInfo` of ``MSALError/serverDeclinedScopes``: the scopes that were granted, a `[String]`.
public let MSALGrantedScopesKey = "MSALGrantedScopesKey"
/// In `userInfo` of ``MSALError/serverDeclinedScopes``: the ``MSALResult`` with the scopes that were granted.
public let MSALInvalidResultKey = "MSALInvalidResultKey"
/// In `userInfo`: the account's displayable name, a `String`.
public let MSALDisplayableUserIdKey = "MSALDisplayableUserIdKey"
/// In `userInfo`: the account's identifier, a `String`.
public let MSALHomeAccountIdKey = "MSALHomeAccountIdKey"
/// In `userInfo`: the version of the broker that failed, a `String`.
public let MSALBrokerVersionKey = "MSALBrokerVersionKey"
/// In `userInfo`: `1` if the error was cached, and no request was sent, an `Int`.
public let MSALThrottlingCacheHitKey = "MSALThrottlingCacheHitKey"

/// In `userInfo`: the underlying `AuthError`, with its claims challenge, its remedy and its cause. An addition to MSAL.
public let MSALAuthErrorKey = "MSALAuthErrorKey"
