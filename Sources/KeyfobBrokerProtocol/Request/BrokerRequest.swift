public import KeyfobCore
public import KeyfobOAuth

/// An app's request to a broker over a URL: to sign a user in and to return the tokens.
///
/// A value for both ends: the app writes it with ``url(to:)``, the broker reads it with ``init(url:to:)``. Its
/// statements about the app are unverified; only the operating system can identify the caller (``CallerIdentity``).
public struct BrokerRequest: Sendable, Hashable {
    /// The purpose of the tokens.
    public enum Target: Sendable, Hashable {
        /// MSAL's: scopes of one resource, and those of OpenID Connect (`scope`, `extra_oidc_scopes`).
        case scopes(ScopeSet, openID: ScopeSet)
        /// ADAL's: a resource (`resource`).
        case resource(String)
    }

    /// The dialect of the request.
    public var dialect: BrokerDialect {
        switch target {
        case .scopes: .msal
        case .resource: .adal
        }
    }

    /// The purpose of the tokens.
    public var target: Target
    /// The authority to sign in at (`authority`).
    public var authority: Authority
    /// The app's client id (`client_id`).
    public var clientID: String
    /// The redirect URI for the reply (`redirect_uri`), as registered.
    public var redirectURI: String
    /// The id that relates the request to the server's log (`correlation_id`).
    public var correlationID: String
    /// The key that the reply is encrypted with (`broker_key`).
    public var key: BrokerKey
    /// The nonce that the reply has to repeat (`broker_nonce`); nil in requests of SDKs before 2019.
    public var nonce: String?
    /// The application token from this broker's last reply (`application_token`).
    public var applicationToken: Secret<String>?
    /// The user to sign in.
    public var user = BrokerUser()
    /// How the user is prompted.
    public var asking = BrokerPrompt()
    /// The app's description of itself.
    public var app = BrokerApp()
    /// The state of the Intune App SDK in the app.
    public var intune = IntuneContext()
    /// The requested claims, as JSON (`claims`).
    public var claims: String?
    /// The app's capabilities (`client_capabilities`): `CP1`, `ProtApp`.
    public var capabilities: [String] = []
    /// The key that tokens are to be bound to; nil for bearer tokens.
    public var binding: BrokerTokenBinding?
    /// The app inside which this one runs; the reply goes to its redirect URI (nested app authentication).
    public var hub: BrokerHostApp?
    /// Whether the broker need not compare the signed-in user with ``user`` (`skip_validate_result_account`).
    public var skipsAccountCheck = false
    /// Whether it repeats a request after the user left and came back (`ignore_broker_request`).
    public var isRepeated = false
    /// Every other parameter, unchanged. Its description shows names only.
    public var additional = FormParameters()

    /// Makes a request.
    public init(
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

    /// The redirect URI for the reply: the hub's, if there is a hub.
    public var replyAddress: String { hub?.redirectURI ?? redirectURI }
}

/// The user to sign in.
public struct BrokerUser: Sendable, Hashable {
    /// How binding ADAL's `username` is (`username_type`).
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The object id; another user is an error.
        case uniqueID = "UniqueId"
        /// A name as a hint.
        case optionalName = "OptionalDisplayableId"
        /// A name; another user is an error.
        case requiredName = "RequiredDisplayableId"
    }

    /// The account (`home_account_id`); MSAL's only.
    public var homeAccountID: String?
    /// The user name (`username`).
    public var username: String?
    /// How binding the name is; ADAL's only.
    public var kind: Kind = .optionalName
    /// A name as a hint (`login_hint`); MSAL's only.
    public var loginHint: String?

    /// Makes a user; any user if all is nil.
    public init(
        homeAccountID: String? = nil, username: String? = nil, kind: Kind = .optionalName, loginHint: String? = nil
    ) {
        self.homeAccountID = homeAccountID
        self.username = username
        self.kind = kind
        self.loginHint = loginHint
    }
}

/// How the user is prompted.
public struct BrokerPrompt: Sendable, Hashable {
    /// The prompt (`prompt`): `login`, `consent`, `create`, `select_account`, `refresh_session`, `none`.
    public var prompt: String?
    /// ADAL's: whether the user has to enter credentials (`force`).
    public var forcesPrompt = false
    /// ADAL's: whether the broker's cached tokens must not be used (`skip_cache`).
    public var skipsCache = false
    /// Scopes to show on the consent page, for which no token is requested (`extra_consent_scopes`); MSAL's.
    public var extraScopesToConsent: ScopeSet = []
    /// Further parameters of the authorization request (`extra_query_param`, `extra_qp`).
    public var extraParameters: [String: String] = [:]
    /// Whether users of other clouds may sign in (`instance_aware` among the further parameters).
    public var isInstanceAware = false

    /// Makes the default parameters.
    public init() {}
}
