/// The operations of the single sign-on extension.
package enum SingleSignOnOperation: String, Sendable, Hashable, CaseIterable {
    /// Get tokens, with user interaction if needed.
    case login
    /// Get tokens silently.
    case refresh
    /// List accounts.
    case accounts = "get_accounts_operation"
    /// Remove an account for one client.
    case removeAccount = "remove_account_operation"
    /// Sign an account out of the device.
    case signOut = "signout_account_operation"
    /// Describe the device.
    case deviceInfo = "get_device_info"
    /// Get the default account.
    case defaultAccount = "get_default_account"
    /// Get the credentials that sign a browser in.
    case cookies = "get_sso_cookies"

    /// Whether the operation may interact with the user.
    package var mayInteract: Bool { self == .login || self == .signOut }

    /// The kind of response (`operation_response_type`).
    package var responseType: String {
        switch self {
        case .login, .refresh: "operation_token_response"
        case .accounts: "operation_get_accounts_response"
        case .defaultAccount: "operation_get_default_account_response"
        case .removeAccount, .signOut, .deviceInfo: "operation_generic_response"
        case .cookies: "operation_get_sso_cookies_response"
        }
    }
}
