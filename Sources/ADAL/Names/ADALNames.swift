// The names of ADAL 5 and 6, which renamed the types of ADAL 4 and left their members as they were; the logger was renamed
// in 4.0.

/// ``ADLogger`` by its name since ADAL 4.0.
public typealias ADALLogger = ADLogger
/// ``ADAssertionType`` by its name since ADAL 5.
public typealias ADALAssertionType = ADAssertionType
/// ``ADAuthenticationContext`` by its name since ADAL 5.
public typealias ADALAuthenticationContext = ADAuthenticationContext
/// ``ADAuthenticationError`` by its name since ADAL 5.
public typealias ADALAuthenticationError = ADAuthenticationError
/// ``ADAuthenticationParameters`` by its name since ADAL 5.
public typealias ADALAuthenticationParameters = ADAuthenticationParameters
/// ``ADAuthenticationResult`` by its name since ADAL 5.
public typealias ADALAuthenticationResult = ADAuthenticationResult
/// ``ADAuthenticationResultStatus`` by its name since ADAL 5.
public typealias ADALAuthenticationResultStatus = ADAuthenticationResultStatus
/// ``ADAuthenticationSettings`` by its name since ADAL 5.
public typealias ADALAuthenticationSettings = ADAuthenticationSettings
/// ``ADCredentialsType`` by its name since ADAL 5.
public typealias ADALCredentialsType = ADCredentialsType
/// ``ADErrorCode`` by its name since ADAL 5.
public typealias ADALErrorCode = ADErrorCode
/// ``ADKeychainTokenCache`` by its name since ADAL 5.
public typealias ADALKeychainTokenCache = ADKeychainTokenCache
/// ``ADPromptBehavior`` by its name since ADAL 5.
public typealias ADALPromptBehavior = ADPromptBehavior
/// ``ADTelemetry`` by its name since ADAL 5.
public typealias ADALTelemetry = ADTelemetry
/// ``ADTokenCache`` by its name since ADAL 5.
public typealias ADALTokenCache = ADTokenCache
/// ``ADTokenCacheDelegate`` by its name since ADAL 5.
public typealias ADALTokenCacheDelegate = ADTokenCacheDelegate
/// ``ADTokenCacheItem`` by its name since ADAL 5.
public typealias ADALTokenCacheItem = ADTokenCacheItem
/// ``ADTokenCacheKey`` by its name since ADAL 5.
public typealias ADALTokenCacheKey = ADTokenCacheKey
/// ``ADUserIdentifier`` by its name since ADAL 5.
public typealias ADALUserIdentifier = ADUserIdentifier
/// ``ADUserIdentifierType`` by its name since ADAL 5.
public typealias ADALUserIdentifierType = ADUserIdentifierType
/// ``ADUserInformation`` by its name since ADAL 5.
public typealias ADALUserInformation = ADUserInformation
/// ``ADWebAuthController`` by its name since ADAL 5.
public typealias ADALWebAuthController = ADWebAuthController
