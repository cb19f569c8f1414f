package import KeyfobCore
import KeyfobOAuth

/// A request for tokens to the single sign-on extension.
package struct SingleSignOnTokenRequest: Sendable, Hashable {
    /// The authority (`authority`).
    package var authority: Authority
    /// `client_id`
    package var clientID: String
    /// `redirect_uri`, as registered.
    package var redirectURI: String
    /// `scope`
    package var scopes: ScopeSet
    /// `extra_oidc_scopes`
    package var openIDScopes: ScopeSet = ["openid", "profile", "offline_access"]
    /// `resource`, if the app uses version 1 (`provider_type` is `provider_aad_v1`).
    package var resource: String?
    /// The user to get tokens for; a refresh has to name the account.
    package var user = BrokerUser()
    /// How the user is prompted; a login only.
    package var asking = BrokerPrompt()
    /// The state of the Intune App SDK in the app.
    package var intune = IntuneContext()
    /// The requested claims, as JSON (`claims`).
    package var claims: String?
    /// The app's capabilities (`client_capabilities`).
    package var capabilities: [String] = []
    /// The key that tokens are to be bound to; nil for bearer tokens.
    package var binding: BrokerTokenBinding?
    /// The app inside which this one runs.
    package var hub: BrokerHostApp?
    /// `nonce` of the id token.
    package var nonce: String?
    /// Whether the broker's cached tokens must not be used (`force_refresh`).
    package var forcesRefresh = false
    /// `skip_validate_result_account`
    package var skipsAccountCheck = false
    /// `account_home_tenant_id`
    package var homeTenantID: String?
    /// `request_sent_timestamp`, in seconds since 1970.
    package var sentOn: Int64?

    /// Makes a request.
    package init(authority: Authority, clientID: String, redirectURI: String, scopes: ScopeSet) {
        self.authority = authority
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
    }
}

extension SingleSignOnTokenRequest {
    func write(to out: inout BrokerMembers) {
        out.put("authority", authority.description)
        out.put("client_id", clientID)
        out.put("redirect_uri", redirectURI)
        out.put("scope", scopes.description)
        out.put("extra_oidc_scopes", openIDScopes.description)
        out.put("resource", resource)
        out.put("provider_type", resource == nil ? "provider_aad_v2" : "provider_aad_v1")
        out.put("home_account_id", user.homeAccountID)
        out.put("username", user.username)
        out.put("login_hint", user.loginHint)
        out.put("prompt", asking.prompt)
        out.put("extra_consent_scopes", asking.extraScopesToConsent.description)
        if !asking.extraParameters.isEmpty {
            out.put("extra_query_param", BrokerForm.encode(BrokerMembers(asking.extraParameters).parameters))
        }
        out.put("instance_aware", asking.isInstanceAware ? "YES" : nil)
        out.put("intune_enrollment_ids", intune.enrollmentsText)
        out.put("intune_mam_resource", intune.resourcesText)
        out.put("claims", claims)
        out.put("client_capabilities", capabilities.joined(separator: ","))
        out.put("token_type", binding?.tokenType)
        out.put("req_cnf", binding?.confirmation)
        out.put("key_id", binding?.keyID)
        out.put("brk_client_id", hub?.clientID)
        out.put("brk_redirect_uri", hub?.redirectURI)
        out.put("nonce", nonce)
        out.put("force_refresh", forcesRefresh ? "YES" : nil)
        out.put("skip_validate_result_account", skipsAccountCheck ? "YES" : "NO")
        out.put("account_home_tenant_id", homeTenantID)
        out.put("request_sent_timestamp", sentOn.map { String($0) })
    }

    static let names: Set<String> = [
        "authority", "client_id", "redirect_uri", "scope", "extra_oidc_scopes", "resource", "provider_type",
        "home_account_id", "username", "login_hint", "prompt", "extra_consent_scopes", "extra_query_param",
        "instance_aware", "intune_enrollment_ids", "intune_mam_resource", "claims", "client_capabilities", "token_type",
        "req_cnf", "key_id", "brk_client_id", "brk_redirect_uri", "nonce", "force_refresh",
        "skip_validate_result_account", "account_home_tenant_id", "request_sent_timestamp", "family_id",
        "signed_in_accounts_only", "signout_from_browser", "clear_sso_extension_cookies", "wipe_account",
        "wipe_cache_all_accounts", "sso_url", "types_of_header",
    ]

    init(_ members: BrokerMembers) throws(BrokerMessageError) {
        let reader = BrokerRequestReader(members)
        self.init(
            authority: try reader.authority(), clientID: try reader.required("client_id"),
            redirectURI: try reader.redirectURI("redirect_uri"), scopes: members.scopes("scope") ?? [])
        openIDScopes = members.scopes("extra_oidc_scopes") ?? []
        resource = members["provider_type"] == "provider_aad_v1" ? try reader.required("resource") : nil
        guard resource != nil || !scopes.isEmpty || !openIDScopes.isEmpty else {
            throw BrokerMessageError("The request has no scope.")
        }
        user = try reader.user(.msal)
        asking = try reader.asking(.msal)
        asking.isInstanceAware = asking.isInstanceAware || members.flag("instance_aware")
        intune = try reader.intune()
        claims = try reader.claims()
        capabilities = reader.list("client_capabilities")
        if let type = members["token_type"], type.lowercased() != "bearer" {
            binding = BrokerTokenBinding(
                tokenType: type, confirmation: members["req_cnf"], keyID: members["key_id"])
        }
        if let hubID = members["brk_client_id"] {
            hub = BrokerHostApp(clientID: hubID, redirectURI: try reader.redirectURI("brk_redirect_uri"))
        }
        nonce = members["nonce"]
        forcesRefresh = members.flag("force_refresh")
        skipsAccountCheck = members.flag("skip_validate_result_account")
        homeTenantID = members["account_home_tenant_id"]
        sentOn = members.seconds("request_sent_timestamp")
    }
}
