public import KeyfobCore
public import KeyfobOAuth

/// What an app asks a broker over a URL: to sign a person in and to send the tokens back.
///
/// A value for both ends: the app writes it with ``url(to:)``, the broker reads it with ``init(url:to:)``. What it says of
/// the app is the app's own word; who really asks, the operating system says (``CallerIdentity``), or nobody.
public struct BrokerRequest: Sendable, Hashable {
    /// What tokens are for.
    public enum Target: Sendable, Hashable {
        /// MSAL's: scopes of one resource, and those of OpenID Connect (`scope`, `extra_oidc_scopes`).
        case scopes(ScopeSet, openID: ScopeSet)
        /// ADAL's: a resource (`resource`).
        case resource(String)
    }

    /// In which SDK's form it is.
    public var dialect: BrokerDialect {
        switch target {
        case .scopes: .msal
        case .resource: .adal
        }
    }

    /// What tokens are for.
    public var target: Target
    /// Where the person signs in (`authority`).
    public var authority: Authority
    /// The app's client id (`client_id`).
    public var clientID: String
    /// Where the reply goes (`redirect_uri`), as registered.
    public var redirectURI: String
    /// What ties the request to the server's log (`correlation_id`).
    public var correlationID: String
    /// What the reply is encrypted with (`broker_key`).
    public var key: BrokerKey
    /// What the reply has to repeat (`broker_nonce`); nil in requests of SDKs before 2019.
    public var nonce: String?
    /// What this broker gave the app with its last reply (`application_token`).
    public var applicationToken: Secret<String>?
    /// Whose sign-in is meant.
    public var user = BrokerUser()
    /// How much the person has to be asked.
    public var asking = BrokerAsking()
    /// Who the app says that it is.
    public var app = BrokerApp()
    /// What the app says of the Intune App SDK in it.
    public var intune = IntuneContext()
    /// The claims to ask for, as JSON (`claims`).
    public var claims: String?
    /// What the app can handle (`client_capabilities`): `CP1`, `ProtApp`.
    public var capabilities: [String] = []
    /// The key that tokens are to be bound to; nil for bearer tokens.
    public var binding: BrokerTokenBinding?
    /// The app inside which this one runs; the reply goes to that one's redirect URI (nested app authentication).
    public var hub: BrokerHub?
    /// Whether the broker need not compare who signed in with ``user`` (`skip_validate_result_account`).
    public var skipsAccountCheck = false
    /// Whether it is the same request once more, after the person left and came back (`ignore_broker_request`).
    public var isRepeated = false
    /// Every other parameter, as it came. Its description shows names only.
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

    /// Where the reply goes: the hub's redirect URI, if there is a hub.
    public var replyAddress: String { hub?.redirectURI ?? redirectURI }
}

/// Whose sign-in is meant.
public struct BrokerUser: Sendable, Hashable {
    /// How much ADAL's `username` binds (`username_type`).
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The object id; another user is an error.
        case uniqueID = "UniqueId"
        /// A name to begin with.
        case optionalName = "OptionalDisplayableId"
        /// A name; another user is an error.
        case requiredName = "RequiredDisplayableId"
    }

    /// The account (`home_account_id`); MSAL's only.
    public var homeAccountID: String?
    /// Its name (`username`).
    public var username: String?
    /// How much the name binds; ADAL's only.
    public var kind: Kind = .optionalName
    /// A name to begin with (`login_hint`); MSAL's only.
    public var loginHint: String?

    /// Names a user; nobody if all is nil.
    public init(
        homeAccountID: String? = nil, username: String? = nil, kind: Kind = .optionalName, loginHint: String? = nil
    ) {
        self.homeAccountID = homeAccountID
        self.username = username
        self.kind = kind
        self.loginHint = loginHint
    }
}

/// How much the person has to be asked.
public struct BrokerAsking: Sendable, Hashable {
    /// What must be shown (`prompt`): `login`, `consent`, `create`, `select_account`, `refresh_session`, `none`.
    public var prompt: String?
    /// ADAL's: whether the person has to enter credentials (`force`).
    public var forcesPrompt = false
    /// ADAL's: whether what the broker has stored will not do (`skip_cache`).
    public var skipsCache = false
    /// Scopes to put on the consent page, for which no token is asked (`extra_consent_scopes`); MSAL's.
    public var extraScopesToConsent: ScopeSet = []
    /// Further parameters of the authorization request (`extra_query_param`, `extra_qp`).
    public var extraParameters: [String: String] = [:]
    /// Whether users of other clouds may sign in (`instance_aware` among the further parameters).
    public var isInstanceAware = false

    /// Asks for nothing in particular.
    public init() {}
}
