/// Errors of the SDK itself, with ``ADErrorCode``.
public let ADAuthenticationErrorDomain = "ADAuthenticationErrorDomain"
/// Errors that a broker returned, with ``ADErrorCode``.
public let ADBrokerResponseErrorDomain = "ADBrokerResponseErrorDomain"
/// Errors of the keychain: the code is an `OSStatus`.
public let ADKeychainErrorDomain = "ADKeychainErrorDomain"
/// Errors of HTTP: the code is the status.
public let ADHTTPErrorCodeDomain = "ADHTTPErrorCodeDomain"
/// Errors that the server returned, with ``ADErrorCode`` and ``ADAuthenticationError/protocolCode``.
public let ADOAuthServerErrorDomain = "ADOAuthServerErrorDomain"

/// In `userInfo`: the headers of an HTTP response that matter to the app (`Retry-After`).
public let ADHTTPHeadersKey = "ADHTTPHeadersKey"
/// In `userInfo`: the server's `suberror`.
public let ADSuberrorKey = "ADSuberrorKey"
/// In `userInfo`: the version of the broker that returned the error.
public let ADBrokerVersionKey = "ADBrokerVersionKey"
/// In `userInfo`: the user of the failed call.
public let ADUserIdKey = "ADUserIdKey"
