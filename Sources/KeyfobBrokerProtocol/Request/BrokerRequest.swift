package import KeyfobCore
package import KeyfobOAuth

/// An app's request to a broker over a URL: to sign a user in and to return the tokens.
///
/// A value for both ends: the app writes it with ``url(to:)``, the broker reads it with ``init(url:to:)``. Its
/// statements about the app are unverified; only the operating system can identify the caller (``CallerIdentity``).
package struct BrokerRequest: Sendable, Hashable {
    /// The purpose of the tokens.
    package enum Target: Sendable, Hashable {
        /// MSAL's: scopes of one resource, and those of OpenID Connect (`scope`, `extra_oidc_scopes`).
        case scopes(ScopeSet, openID: ScopeSet)
        /// ADAL's: a resource (`resource`).
        case resource(String)
    }

    /// The dialect of the request.
    package var dialect: BrokerDialect {
        switch target {
        case .scopes: .msal
        case .resource: .adal
        }
    }

    /// The purpose of the tokens.
    package var target: Target
    /// The authority to sign in at (`authority`).
    package var authority: Authority
    /// The app's client id (`client_id`).
    package var clientID: String
    /// The redirect URI for the response (`redirect_uri`), as registered.
    package var redirectURI: String
    /// The id that relates the request to the server's log (`correlation_id`).
    package var correlationID: String
    /// The key that the response is encrypted with (`broker_key`).
    package var key: BrokerKey
    /// The nonce that the response has to repeat (`broker_nonce`); nil in requests of SDKs before 2019.
    package var nonce: String?
    /// The application token from this broker's last response (`application_token`).
    package var applicationToken: Secret<String>?
    /// The user to sign in.
    package var user = BrokerUser()
    /// How the user is prompted.
    package var asking = BrokerPrompt()
    /// The app's description of itself.
    package var app = BrokerApp()
    /// The state of the Intune App SDK in the app.
    package var intune = IntuneContext()
    /// The requested claims, as JSON (`claims`).
    package var claims: String?
    /// The app's capabilities (`client_capabilities`): `CP1`, `ProtApp`.
    package var capabilities: [String] = []
    /// The key that tokens are to be bound to; nil for bearer tokens.
    package var binding: BrokerTokenBinding?
    /// The app inside which this one runs; the response goes to its redirect URI (nested app authentication).
    package var hub: BrokerHostApp?
    /// Whether the broker need not compare the signed-in user with ``user`` (`skip_validate_result_account`).
    package var skipsAccountCheck = false
    /// Whether it repeats a request after the user left and came back (`ignore_broker_request`).
    package var isRepeated = false
    /// Every other parameter, unchanged. Its description shows names only.
    package var additional = FormParameters()

    /// Makes a request.
    package init(
        target: Target, authority: Authority, clientID: String, redirectURI: String, correlationID: String,
        key: BrokerKey, nonce: String?
    ) {
        self.target = target
        self.authority = authority
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.correlationID = correlationID
        self.key = key
        self.nonce = nonce
    }

    /// The redirect URI for the response: the hub's, if there is a hub.
    package var responseAddress: String { hub?.redirectURI ?? redirectURI }
}

/// The user to sign in.
package struct BrokerUser: Sendable, Hashable {
    /// How binding ADAL's `username` is (`username_type`).
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The object id; another user is an error.
        case uniqueID = "UniqueId"
        /// A name as a hint.
        case optionalName = "OptionalDisplayableId"
        /// A name; another user is an error.
        case requiredName = "RequiredDisplayableId"
    }

    /// The account (`home_account_id`); MSAL's only.
    package var homeAccountID: String?
    /// The user name (`username`).
    package var username: String?
    /// How binding the name is; ADAL's only.
    package var kind: Kind = .optionalName
    /// A name as a hint (`login_hint`); MSAL's only.
    package var loginHint: String?

    /// Makes a user; any user if all is nil.
    package init(
        homeAccountID: String? = nil, username: String? = nil, kind: Kind = .optionalName, loginHint: String? = nil
    ) {
        self.homeAccountID = homeAccountID
        self.username = username
        self.kind = kind
        self.loginHint = loginHint
    }
}

/// How the user is prompted.
package struct BrokerPrompt: Sendable, Hashable {
    /// The prompt (`prompt`): `login`, `consent`, `create`, `select_account`, `refresh_session`, `none`.
    package var prompt: String?
    /// ADAL's: whether the user has to enter credentials (`force`).
    package var forcesPrompt = false
    /// ADAL's: whether the broker's cached tokens must not be used (`skip_cache`).
    package var skipsCache = false
    /// Scopes to show on the consent page, for which no token is requested (`extra_consent_scopes`); MSAL's.
    package var extraScopesToConsent: ScopeSet = []
    /// Further parameters of the authorization request (`extra_query_param`, `extra_qp`).
    package var extraParameters: [String: String] = [:]
    /// Whether users of other clouds may sign in (`instance_aware` among the further parameters).
    package var isInstanceAware = false

    /// Makes the default parameters.
    package init() {}
}
