/// The app's description of itself. Nothing in it is verified.
package struct BrokerApp: Sendable, Hashable {
    /// Its display name (`client_app_name`).
    package var name: String?
    /// Its version (`client_app_version`).
    package var version: String?
    /// The SDK's version (`client_version`).
    package var sdkVersion: String?
    /// The SDK's name (`client_sku`): `MSAL.iOS`.
    package var sdkName: String?
    /// The broker capabilities of its SDK (`sdk_broker_capabilities`): `sso_extension`.
    package var sdkCapabilities: [String] = []

    /// Makes a description.
    package init(
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
package struct BrokerTokenBinding: Sendable, Hashable {
    /// `token_type`: `Pop`, `ssh-cert`.
    package var tokenType: String
    /// `req_cnf`: base64url of the confirmation.
    package var confirmation: String?
    /// `key_id`
    package var keyID: String?

    /// Makes a binding.
    package init(tokenType: String, confirmation: String?, keyID: String? = nil) {
        self.tokenType = tokenType
        self.confirmation = confirmation
        self.keyID = keyID
    }
}

/// The app inside which another one runs.
package struct BrokerHostApp: Sendable, Hashable {
    /// `brk_client_id`
    package var clientID: String
    /// `brk_redirect_uri`
    package var redirectURI: String

    /// Makes a hub.
    package init(clientID: String, redirectURI: String) {
        self.clientID = clientID
        self.redirectURI = redirectURI
    }
}
