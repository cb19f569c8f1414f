// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those that apps use.
import Foundation

/// ADAL's error codes, as Swift shows them: `ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue`.
#if canImport(ObjectiveC)
@objc(ADErrorCode)
#endif
public enum ADErrorCode: Int, Sendable, CaseIterable {
    /// No error.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SUCCEEDED)
    #endif
    case ERROR_SUCCEEDED = 0
    /// Any error without a code.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_UNEXPECTED)
    #endif
    case ERROR_UNEXPECTED = -1
    /// An argument is missing or malformed.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_DEVELOPER_INVALID_ARGUMENT)
    #endif
    case ERROR_DEVELOPER_INVALID_ARGUMENT = 100
    /// The authority is unknown.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_DEVELOPER_AUTHORITY_VALIDATION)
    #endif
    case ERROR_DEVELOPER_AUTHORITY_VALIDATION = 101
    /// A silent call needs a user.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_USER_INPUT_NEEDED)
    #endif
    case ERROR_SERVER_USER_INPUT_NEEDED = 200
    /// The device must be registered first.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_WPJ_REQUIRED)
    #endif
    case ERROR_SERVER_WPJ_REQUIRED = 201
    /// The server returned an error; see `protocolCode`.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_OAUTH)
    #endif
    case ERROR_SERVER_OAUTH = 202
    /// The server refused the refresh token.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_REFRESH_TOKEN_REJECTED)
    #endif
    case ERROR_SERVER_REFRESH_TOKEN_REJECTED = 203
    /// Another user signed in than the requested one.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_WRONG_USER)
    #endif
    case ERROR_SERVER_WRONG_USER = 204
    /// A page of the sign-in is without TLS.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_NON_HTTPS_REDIRECT)
    #endif
    case ERROR_SERVER_NON_HTTPS_REDIRECT = 205
    /// The id token is not valid.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_INVALID_ID_TOKEN)
    #endif
    case ERROR_SERVER_INVALID_ID_TOKEN = 206
    /// A 401 response has no `WWW-Authenticate`.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_MISSING_AUTHENTICATE_HEADER)
    #endif
    case ERROR_SERVER_MISSING_AUTHENTICATE_HEADER = 207
    /// A `WWW-Authenticate` is malformed.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT)
    #endif
    case ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT = 208
    /// The response should be 401 and is not.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED)
    #endif
    case ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED = 209
    /// The server does not support this kind of account or request.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_UNSUPPORTED_REQUEST)
    #endif
    case ERROR_SERVER_UNSUPPORTED_REQUEST = 210
    /// The sign-in page ended without a code.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_AUTHORIZATION_CODE)
    #endif
    case ERROR_SERVER_AUTHORIZATION_CODE = 211
    /// The server's response cannot be parsed.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_INVALID_RESPONSE)
    #endif
    case ERROR_SERVER_INVALID_RESPONSE = 212
    /// The app must be protected by Intune.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED)
    #endif
    case ERROR_SERVER_PROTECTION_POLICY_REQUIRED = 213
    /// No user was named, and the cache has several.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_CACHE_MULTIPLE_USERS)
    #endif
    case ERROR_CACHE_MULTIPLE_USERS = 300
    /// The cache was written by a newer version.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_CACHE_VERSION_MISMATCH)
    #endif
    case ERROR_CACHE_VERSION_MISMATCH = 301
    /// The cache is damaged.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_CACHE_BAD_FORMAT)
    #endif
    case ERROR_CACHE_BAD_FORMAT = 302
    /// The cache has no refresh token.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_CACHE_NO_REFRESH_TOKEN)
    #endif
    case ERROR_CACHE_NO_REFRESH_TOKEN = 303
    /// Another sign-in is under way. The spelling is ADAL's.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS)
    #endif
    case ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS = 400
    /// Nothing can show the page.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_UI_NO_MAIN_VIEW_CONTROLLER)
    #endif
    case ERROR_UI_NO_MAIN_VIEW_CONTROLLER = 401
    /// An app extension shows no pages.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION)
    #endif
    case ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION = 402
    /// The user, or the app, cancelled the sign-in.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_UI_USER_CANCEL)
    #endif
    case ERROR_UI_USER_CANCEL = 403
    /// A sign-in must be started on the main thread.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_UI_NOT_ON_MAIN_THREAD)
    #endif
    case ERROR_UI_NOT_ON_MAIN_THREAD = 404
    /// A broker's response: unknown.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_UNKNOWN)
    #endif
    case ERROR_TOKENBROKER_UNKNOWN = 500
    /// The redirect URI, or its declaration in the app's Info.plist, does not suit a broker.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
    #endif
    case ERROR_TOKENBROKER_INVALID_REDIRECT_URI = 501
    /// A broker's response: response hash mismatch.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_RESPONSE_HASH_MISMATCH)
    #endif
    case ERROR_TOKENBROKER_RESPONSE_HASH_MISMATCH = 502
    /// A broker's response: response not received.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED)
    #endif
    case ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED = 503
    /// A broker's response: failed to create key.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_FAILED_TO_CREATE_KEY)
    #endif
    case ERROR_TOKENBROKER_FAILED_TO_CREATE_KEY = 504
    /// A broker's response: decryption failed.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_DECRYPTION_FAILED)
    #endif
    case ERROR_TOKENBROKER_DECRYPTION_FAILED = 505
    /// A broker's response: not a broker response.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE)
    #endif
    case ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE = 506
    /// A broker's response: no resume state.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_NO_RESUME_STATE)
    #endif
    case ERROR_TOKENBROKER_NO_RESUME_STATE = 507
    /// A broker's response: bad resume state.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_BAD_RESUME_STATE)
    #endif
    case ERROR_TOKENBROKER_BAD_RESUME_STATE = 508
    /// A broker's response: mismatched resume state.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_MISMATCHED_RESUME_STATE)
    #endif
    case ERROR_TOKENBROKER_MISMATCHED_RESUME_STATE = 509
    /// A broker's response: hash missing.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_HASH_MISSING)
    #endif
    case ERROR_TOKENBROKER_HASH_MISSING = 510
    /// A broker's response: not supported in extension.
    #if canImport(ObjectiveC)
    @objc(AD_ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION)
    #endif
    case ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION = 511
}

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
