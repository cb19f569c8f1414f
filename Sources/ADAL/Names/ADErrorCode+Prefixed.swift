// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those that apps use.

/// The codes by the names that Swift shows since ADAL 5, whose enumeration has another prefix than its constants:
/// `ADALErrorCode.AD_ERROR_SERVER_USER_INPUT_NEEDED.rawValue`.
extension ADErrorCode {
    /// No error.
    public static let AD_ERROR_SUCCEEDED = ADErrorCode.ERROR_SUCCEEDED
    /// Any error without a code.
    public static let AD_ERROR_UNEXPECTED = ADErrorCode.ERROR_UNEXPECTED
    /// An argument is missing or malformed.
    public static let AD_ERROR_DEVELOPER_INVALID_ARGUMENT = ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT
    /// The authority is unknown.
    public static let AD_ERROR_DEVELOPER_AUTHORITY_VALIDATION = ADErrorCode.ERROR_DEVELOPER_AUTHORITY_VALIDATION
    /// A silent call needs a user.
    public static let AD_ERROR_SERVER_USER_INPUT_NEEDED = ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED
    /// The device must be registered first.
    public static let AD_ERROR_SERVER_WPJ_REQUIRED = ADErrorCode.ERROR_SERVER_WPJ_REQUIRED
    /// The server returned an error; see `protocolCode`.
    public static let AD_ERROR_SERVER_OAUTH = ADErrorCode.ERROR_SERVER_OAUTH
    /// The server refused the refresh token.
    public static let AD_ERROR_SERVER_REFRESH_TOKEN_REJECTED = ADErrorCode.ERROR_SERVER_REFRESH_TOKEN_REJECTED
    /// Another user signed in than the requested one.
    public static let AD_ERROR_SERVER_WRONG_USER = ADErrorCode.ERROR_SERVER_WRONG_USER
    /// A page of the sign-in is without TLS.
    public static let AD_ERROR_SERVER_NON_HTTPS_REDIRECT = ADErrorCode.ERROR_SERVER_NON_HTTPS_REDIRECT
    /// The id token is not valid.
    public static let AD_ERROR_SERVER_INVALID_ID_TOKEN = ADErrorCode.ERROR_SERVER_INVALID_ID_TOKEN
    /// A 401 response has no `WWW-Authenticate`.
    public static let AD_ERROR_SERVER_MISSING_AUTHENTICATE_HEADER = ADErrorCode.ERROR_SERVER_MISSING_AUTHENTICATE_HEADER
    /// A `WWW-Authenticate` is malformed.
    public static let AD_ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT = ADErrorCode
        .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT
    /// The response should be 401 and is not.
    public static let AD_ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED = ADErrorCode.ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED
    /// The server does not support this kind of account or request.
    public static let AD_ERROR_SERVER_UNSUPPORTED_REQUEST = ADErrorCode.ERROR_SERVER_UNSUPPORTED_REQUEST
    /// The sign-in page ended without a code.
    public static let AD_ERROR_SERVER_AUTHORIZATION_CODE = ADErrorCode.ERROR_SERVER_AUTHORIZATION_CODE
    /// The server's response cannot be parsed.
    public static let AD_ERROR_SERVER_INVALID_RESPONSE = ADErrorCode.ERROR_SERVER_INVALID_RESPONSE
    /// The app must be protected by Intune.
    public static let AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED = ADErrorCode.ERROR_SERVER_PROTECTION_POLICY_REQUIRED
    /// No user was named, and the cache has several.
    public static let AD_ERROR_CACHE_MULTIPLE_USERS = ADErrorCode.ERROR_CACHE_MULTIPLE_USERS
    /// The cache was written by a newer version.
    public static let AD_ERROR_CACHE_VERSION_MISMATCH = ADErrorCode.ERROR_CACHE_VERSION_MISMATCH
    /// The cache is damaged.
    public static let AD_ERROR_CACHE_BAD_FORMAT = ADErrorCode.ERROR_CACHE_BAD_FORMAT
    /// The cache has no refresh token.
    public static let AD_ERROR_CACHE_NO_REFRESH_TOKEN = ADErrorCode.ERROR_CACHE_NO_REFRESH_TOKEN
    /// Another sign-in is under way. The spelling is ADAL's.
    public static let AD_ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS = ADErrorCode.ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS
    /// Nothing can show the page.
    public static let AD_ERROR_UI_NO_MAIN_VIEW_CONTROLLER = ADErrorCode.ERROR_UI_NO_MAIN_VIEW_CONTROLLER
    /// An app extension shows no pages.
    public static let AD_ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION = ADErrorCode.ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION
    /// The user, or the app, cancelled the sign-in.
    public static let AD_ERROR_UI_USER_CANCEL = ADErrorCode.ERROR_UI_USER_CANCEL
    /// A sign-in must be started on the main thread.
    public static let AD_ERROR_UI_NOT_ON_MAIN_THREAD = ADErrorCode.ERROR_UI_NOT_ON_MAIN_THREAD
    /// A broker's response: unknown.
    public static let AD_ERROR_TOKENBROKER_UNKNOWN = ADErrorCode.ERROR_TOKENBROKER_UNKNOWN
    /// The redirect URI, or its declaration in the app's Info.plist, does not suit a broker.
    public static let AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI = ADErrorCode.ERROR_TOKENBROKER_INVALID_REDIRECT_URI
    /// A broker's response: response hash mismatch.
    public static let AD_ERROR_TOKENBROKER_RESPONSE_HASH_MISMATCH = ADErrorCode.ERROR_TOKENBROKER_RESPONSE_HASH_MISMATCH
    /// A broker's response: response not received.
    public static let AD_ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED = ADErrorCode.ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED
    /// A broker's response: failed to create key.
    public static let AD_ERROR_TOKENBROKER_FAILED_TO_CREATE_KEY = ADErrorCode.ERROR_TOKENBROKER_FAILED_TO_CREATE_KEY
    /// A broker's response: decryption failed.
    public static let AD_ERROR_TOKENBROKER_DECRYPTION_FAILED = ADErrorCode.ERROR_TOKENBROKER_DECRYPTION_FAILED
    /// A broker's response: not a broker response.
    public static let AD_ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE = ADErrorCode.ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE
    /// A broker's response: no resume state.
    public static let AD_ERROR_TOKENBROKER_NO_RESUME_STATE = ADErrorCode.ERROR_TOKENBROKER_NO_RESUME_STATE
    /// A broker's response: bad resume state.
    public static let AD_ERROR_TOKENBROKER_BAD_RESUME_STATE = ADErrorCode.ERROR_TOKENBROKER_BAD_RESUME_STATE
    /// A broker's response: mismatched resume state.
    public static let AD_ERROR_TOKENBROKER_MISMATCHED_RESUME_STATE = ADErrorCode
        .ERROR_TOKENBROKER_MISMATCHED_RESUME_STATE
    /// A broker's response: hash missing.
    public static let AD_ERROR_TOKENBROKER_HASH_MISSING = ADErrorCode.ERROR_TOKENBROKER_HASH_MISSING
    /// A broker's response: not supported in extension.
    public static let AD_ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION = ADErrorCode
        .ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION
}
