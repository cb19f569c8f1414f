/// The app's description of itself. Nothing in it is verified.
public struct BrokerApp: Sendable, Hashable {
    /// Its display name (`client_app_name`).
    public var name: String?
    /// Its version (`client_app_version`).
    public var version: String?
    /// The SDK's version (`client_version`).
    public var sdkVersion: String?
    /// The SDK's name (`client_sku`): `MSAL.iOS`.
    public var sdkName: String?
    /// The broker capabilities of its SDK (`sdk_broker_capabilities`): `sso_extension`.
    public var sdkCapabilities: [String] = []

    /// Makes a description.
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

    /// Makes a binding.
    public init(tokenType: String, confirmation: String?, keyID: String? = nil) {
        self.tokenType = tokenType
        self.confirmation = confirmation
        self.keyID = keyID
    }
}

/// The app inside which another one runs.
public struct BrokerHostApp: Sendable, Hashable {
    /// `brk_client_id`
    public var clientID: String
    /// `brk_redirect_uri`
    public var redirectURI: String

    /// Makes a hub.
    public init(clientID: String, redirectURI: String) {
        self.clientID = clientID
        self.redirectURI = redirectURI
    }
}
