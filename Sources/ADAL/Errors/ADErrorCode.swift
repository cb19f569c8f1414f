// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those that apps have in their code.

/// ADAL's error codes, as Swift shows them: `ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue`.
#if canImport(ObjectiveC)
@objc(ADErrorCode)
#endif
public enum ADErrorCode: Int, Sendable, CaseIterable {
    /// No error.
    case ERROR_SUCCEEDED = 0
    /// Something that no other code tells.
    case ERROR_UNEXPECTED = -1
    /// An argument is missing or malformed.
    case ERROR_DEVELOPER_INVALID_ARGUMENT = 100
    /// The authority is none that is known.
    case ERROR_DEVELOPER_AUTHORITY_VALIDATION = 101
    /// A silent call that only a person can mend.
    case ERROR_SERVER_USER_INPUT_NEEDED = 200
    /// The device has to be registered first.
    case ERROR_SERVER_WPJ_REQUIRED = 201
    /// The server refused; see `protocolCode`.
    case ERROR_SERVER_OAUTH = 202
    /// The server refused the refresh token.
    case ERROR_SERVER_REFRESH_TOKEN_REJECTED = 203
    /// Another person signed in than the one asked for.
    case ERROR_SERVER_WRONG_USER = 204
    /// A page of the sign-in is without TLS.
    case ERROR_SERVER_NON_HTTPS_REDIRECT = 205
    /// The id token is not valid.
    case ERROR_SERVER_INVALID_ID_TOKEN = 206
    /// A 401 answer has no `WWW-Authenticate`.
    case ERROR_SERVER_MISSING_AUTHENTICATE_HEADER = 207
    /// A `WWW-Authenticate` is not as expected.
    case ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT = 208
    /// An answer that should be 401 is another.
    case ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED = 209
    /// The server does not serve this kind of account or request.
    case ERROR_SERVER_UNSUPPORTED_REQUEST = 210
    /// The sign-in page ended without a code.
    case ERROR_SERVER_AUTHORIZATION_CODE = 211
    /// The server's answer cannot be understood.
    case ERROR_SERVER_INVALID_RESPONSE = 212
    /// The app has to be protected by Intune.
    case ERROR_SERVER_PROTECTION_POLICY_REQUIRED = 213
    /// No user was named, and the cache has several.
    case ERROR_CACHE_MULTIPLE_USERS = 300
    /// The cache was written by a newer version.
    case ERROR_CACHE_VERSION_MISMATCH = 301
    /// The cache is damaged.
    case ERROR_CACHE_BAD_FORMAT = 302
    /// The cache has no refresh token.
    case ERROR_CACHE_NO_REFRESH_TOKEN = 303
    /// Another sign-in is on the screen already. The letters are ADAL's.
    case ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS = 400
    /// There is nothing to show a page on.
    case ERROR_UI_NO_MAIN_VIEW_CONTROLLER = 401
    /// An extension of an app shows no pages.
    case ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION = 402
    /// The person, or the app, ended the sign-in.
    case ERROR_UI_USER_CANCEL = 403
    /// A sign-in has to be started on the main thread.
    case ERROR_UI_NOT_ON_MAIN_THREAD = 404
    /// A broker's answer: unknown.
    case ERROR_TOKENBROKER_UNKNOWN = 500
    /// The redirect URI, or what the app's Info.plist says of it, does not suit a broker.
    case ERROR_TOKENBROKER_INVALID_REDIRECT_URI = 501
    /// A broker's answer: response hash mismatch.
    case ERROR_TOKENBROKER_RESPONSE_HASH_MISMATCH = 502
    /// A broker's answer: response not received.
    case ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED = 503
    /// A broker's answer: failed to create key.
    case ERROR_TOKENBROKER_FAILED_TO_CREATE_KEY = 504
    /// A broker's answer: decryption failed.
    case ERROR_TOKENBROKER_DECRYPTION_FAILED = 505
    /// A broker's answer: not a broker response.
    case ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE = 506
    /// A broker's answer: no resume state.
    case ERROR_TOKENBROKER_NO_RESUME_STATE = 507
    /// A broker's answer: bad resume state.
    case ERROR_TOKENBROKER_BAD_RESUME_STATE = 508
    /// A broker's answer: mismatched resume state.
    case ERROR_TOKENBROKER_MISMATCHED_RESUME_STATE = 509
    /// A broker's answer: hash missing.
    case ERROR_TOKENBROKER_HASH_MISSING = 510
    /// A broker's answer: not supported in extension.
    case ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION = 511
}
