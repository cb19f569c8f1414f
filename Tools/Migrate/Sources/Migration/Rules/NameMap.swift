/// What the older libraries' names are in MSAL, where a name alone decides it.
enum NameMap {
    /// Types, constants and functions: each can be replaced wherever it is.
    static let names: [String: String] = {
        var names = [
            "ADAuthenticationCallback": "MSALCompletionBlock", "ADALAuthenticationCallback": "MSALCompletionBlock",
            "ADWebAuthWillSwitchToBrokerApp": "MSALWebAuthWillSwitchToBrokerApp",
            "ADWebAuthDidReceieveResponseFromBroker": "MSALWebAuthDidReceiveResponseFromBroker",
            "MSALWebAuthDidReceieveResponseFromBroker": "MSALWebAuthDidReceiveResponseFromBroker",
            "MSALUser": "MSALAccount", "MSALErrorCode": "MSALError", "MSALUIBehavior": "MSALPromptType",
        ]
        for prefix in ["AD", "ADAL"] {
            names[prefix + "AuthenticationContext"] = "MSALPublicClientApplication"
            names[prefix + "AuthenticationResult"] = "MSALResult"
            names[prefix + "AuthenticationError"] = "NSError"
            names[prefix + "UserInformation"] = "MSALAccount"
            names[prefix + "TokenCacheItem"] = "MSALAccount"
            names[prefix + "UserIdentifier"] = "String"
        }
        for domain in ["Authentication", "BrokerResponse", "OAuthServer"] {
            names["AD\(domain)ErrorDomain"] = "MSALErrorDomain"
        }
        return names
    }()

    /// ADAL's error codes, without prefix, that are codes of MSAL.
    static let errors: [String: String] = [
        "SERVER_USER_INPUT_NEEDED": "interactionRequired", "CACHE_NO_REFRESH_TOKEN": "interactionRequired",
        "SERVER_REFRESH_TOKEN_REJECTED": "interactionRequired", "USER_INPUT_NEEDED": "interactionRequired",
        "UI_USER_CANCEL": "userCanceled", "USER_CANCEL": "userCanceled",
        "SERVER_PROTECTION_POLICY_REQUIRED": "serverProtectionPoliciesRequired",
        "SERVER_WPJ_REQUIRED": "workplaceJoinRequired",
    ]

    /// ADAL's error codes that are numbers under MSAL's key for internal codes.
    static let internalErrors: [String: String] = [
        "UNEXPECTED": "Unexpected", "DEVELOPER_INVALID_ARGUMENT": "InvalidParameter",
        "DEVELOPER_AUTHORITY_VALIDATION": "FailedAuthorityValidation", "SERVER_WRONG_USER": "MismatchedUser",
        "SERVER_OAUTH": "AuthorizationFailed", "SERVER_NON_HTTPS_REDIRECT": "NonHttpsRedirect",
        "SERVER_INVALID_RESPONSE": "InvalidResponse", "CACHE_MULTIPLE_USERS": "AmbiguousAccount",
        "UI_MULTLIPLE_INTERACTIVE_REQUESTS": "InteractiveSessionAlreadyRunning",
        "UI_NO_MAIN_VIEW_CONTROLLER": "NoViewController",
        "UI_NOT_SUPPORTED_IN_APP_EXTENSION": "UINotSupportedInExtension", "TOKENBROKER_UNKNOWN": "BrokerUnknown",
        "TOKENBROKER_INVALID_REDIRECT_URI": "InvalidRedirectURI",
        "TOKENBROKER_RESPONSE_NOT_RECEIVED": "BrokerResponseNotReceived",
    ]

    /// Codes of MSAL before 0.3 that are numbers under the key for internal codes, as `MSALErrorCode` spelled them.
    static let oldErrors: Set<String> = [
        "invalidParameter", "redirectSchemeNotRegistered", "invalidRequest", "invalidClient", "invalidGrant",
        "invalidScope", "unauthorizedClient", "unhandledResponse", "failedAuthorityValidation", "mismatchedUser",
        "authorizationFailed", "accountRequired", "interactiveSessionAlreadyRunning", "noViewController",
        "invalidState", "invalidResponse", "nonHttpsRedirect",
    ]

    /// An error code's name without prefix: `AD_ERROR_UI_USER_CANCEL` and `ERROR_UI_USER_CANCEL` are the same.
    static func error(_ name: String) -> String? {
        for prefix in ["AD_ERROR_", "ERROR_"] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return nil
    }

    /// The cases of MSAL 0.1's behaviours at a page.
    static let prompts: [String: String] = [
        "selectAccount": "selectAccount", "forceLogin": "login", "forceConsent": "consent",
        "promptIfNecessary": "promptIfNecessary", "uiBehaviorDefault": "selectAccount", "default": "selectAccount",
    ]

    /// ADAL's behaviours at a page that always show one.
    static let pages: [String: String] = [
        "AD_PROMPT_ALWAYS": "login", "AD_FORCE_PROMPT": "login", "AD_PROMPT_REFRESH_SESSION": "promptIfNecessary",
    ]

    /// MSAL's prompt type for a behaviour at a page of ADAL or of MSAL 0.1, in a language; nil for other text.
    static func promptType(_ text: String, _ language: Language) -> String? {
        let name = String(text.split(separator: ".").last ?? "")
        if name == "MSALUIBehavior" { return language == .swift ? "" : "MSALPromptType" }
        let old = name.hasPrefix("MSAL") ? name.dropFirst("MSAL".count) : Substring(name)
        let key = old.prefix(1).lowercased() + old.dropFirst()
        let known =
            name == "AD_PROMPT_AUTO" || name.hasSuffix("PromptBehavior")
            ? "promptIfNecessary" : pages[name] ?? prompts[key] ?? prompts[uiKey(key)]
        guard let known else { return nil }
        return language == .swift ? ".\(known)" : "MSALPromptType\(known.prefix(1).uppercased())\(known.dropFirst())"
    }

    /// `uIBehaviorDefault`, which only Objective-C's name has, as Swift spells it.
    private static func uiKey(_ key: String) -> String { key == "uIBehaviorDefault" ? "uiBehaviorDefault" : key }

    /// What a member of ADAL's user is in an `MSALAccount`.
    static let users: [String: String] = [
        "userInformation": "accountClaims", "userIdDisplayable": "username", "userObjectId": "homeAccountId",
    ]

    /// The levels of ADAL's log.
    static let levels: [String: String] = [
        "ADAL_LOG_LEVEL_NO_LOG": "nothing", "ADAL_LOG_LEVEL_ERROR": "error", "ADAL_LOG_LEVEL_WARN": "warning",
        "ADAL_LOG_LEVEL_INFO": "info", "ADAL_LOG_LEVEL_VERBOSE": "verbose", "ADAL_LOG_LAST": "verbose",
    ]

    /// The notifications, which are members of `NSNotification.Name` in MSAL.
    static func notification(_ name: String) -> String? {
        guard name.hasPrefix("ADWebAuth"), name.hasSuffix("Notification") else { return nil }
        return "NSNotification.Name.MSAL" + name.dropFirst(2).dropLast("Notification".count)
    }
}
