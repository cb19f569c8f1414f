/// Who an app says that it is. Nothing of it is proof.
public struct BrokerApp: Sendable, Hashable {
    /// Its name on the screen (`client_app_name`).
    public var name: String?
    /// Its version (`client_app_version`).
    public var version: String?
    /// The SDK's version (`client_version`).
    public var sdkVersion: String?
    /// The SDK's name (`client_sku`): `MSAL.iOS`.
    public var sdkName: String?
    /// What its SDK can do with brokers (`sdk_broker_capabilities`): `sso_extension`.
    public var sdkCapabilities: [String] = []

    /// Describes an app.
    public init(
        name: String? = nil, version: String? = nil, sdkVersion: String? = nil, sdkName: String? = nil,
        sdkCapabilities: [String] = []
    ) {
        self.name = name
        self.version = version
        self.sdkVersion = sdkVersion
        self.sdkName = sdkName
        self.sdkCapabilities = sdkCapabilities
    }
}

/// The key that tokens are to be bound to (RFC 7800).
public struct BrokerTokenBinding: Sendable, Hashable {
    /// `token_type`: `Pop`, `ssh-cert`.
    public var tokenType: String
    /// `req_cnf`: base64url of the confirmation.
    public var confirmation: String?
    /// `key_id`
    public var keyID: String?

    /// Names a key.
    public init(tokenType: String, confirmation: String?, keyID: String? = nil) {
        self.tokenType = tokenType
        self.confirmation = confirmation
        self.keyID = keyID
    }
}

/// The app inside which another one runs.
public struct BrokerHub: Sendable, Hashable {
    /// `brk_client_id`
    public var clientID: String
    /// `brk_redirect_uri`
    public var redirectURI: String

    /// Names an app.
    public init(clientID: String, redirectURI: String) {
        self.clientID = clientID
        self.redirectURI = redirectURI
    }
}
