/// What the single sign-on extension can be asked to do.
public enum SingleSignOnOperation: String, Sendable, Hashable, CaseIterable {
    /// Get tokens; a person may be asked.
    case login
    /// Get tokens; nobody is asked.
    case refresh
    /// List accounts.
    case accounts = "get_accounts_operation"
    /// Forget an account for one client.
    case removeAccount = "remove_account_operation"
    /// Sign an account out of the device.
    case signOut = "signout_account_operation"
    /// Describe the device.
    case deviceInfo = "get_device_info"
    /// Name the account that the person works with.
    case defaultAccount = "get_default_account"
    /// Get what signs a browser in.
    case cookies = "get_sso_cookies"

    /// Whether a person may be asked meanwhile.
    public var mayAskPerson: Bool { self == .login || self == .signOut }

    /// The kind of answer (`operation_response_type`).
    public var responseType: String {
        switch self {
        case .login, .refresh: "operation_token_response"
        case .accounts: "operation_get_accounts_response"
        case .defaultAccount: "operation_get_default_account_response"
        case .removeAccount, .signOut, .deviceInfo: "operation_generic_response"
        case .cookies: "operation_get_sso_cookies_response"
        }
    }
}
