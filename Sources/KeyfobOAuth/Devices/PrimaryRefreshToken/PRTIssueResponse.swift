package import KeyfobCore

/// The response to a ``PRTIssueRequest``: a primary refresh token and its session key.
package struct PRTIssueResponse: Sendable, Hashable {
    /// `refresh_token`: the primary refresh token.
    package var primaryRefreshToken: Secret<String>
    /// `refresh_token_expires_in`: its lifetime in seconds, if it is not renewed.
    package var expiresIn: Int64
    /// `session_key_jwe`: the session key, encrypted for the device's transport key.
    package var sessionKeyMessage: Secret<String>
    /// `id_token`: the ID token of the user who signed in.
    package var idToken: Secret<String>?
    /// `client_info`: the account of the user.
    package var clientInfo: ClientInfo?
    /// `device_tenant_id`: the tenant where the device is registered.
    package var deviceTenantID: String?
    /// All other members.
    package var additional: [String: JSONValue]

    /// Makes a response.
    package init(
        primaryRefreshToken: Secret<String>, expiresIn: Int64, sessionKeyMessage: Secret<String>,
        idToken: Secret<String>? = nil, clientInfo: ClientInfo? = nil, deviceTenantID: String? = nil,
        additional: [String: JSONValue] = [:]
    ) {
        self.primaryRefreshToken = primaryRefreshToken
        self.expiresIn = expiresIn
        self.sessionKeyMessage = sessionKeyMessage
        self.idToken = idToken
        self.clientInfo = clientInfo
        self.deviceTenantID = deviceTenantID
        self.additional = additional
    }

    private static let names: Set<String> = [
        "refresh_token", "refresh_token_expires_in", "session_key_jwe", "id_token", "client_info", "device_tenant_id",
        "token_type",
    ]

    /// Parses the JSON of a response.
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object, or lacks the token or the session key.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "primary refresh token response")
        primaryRefreshToken = try reader.requiredToken("refresh_token")
        sessionKeyMessage = try reader.requiredToken("session_key_jwe")
        expiresIn = try reader.seconds("refresh_token_expires_in") ?? Self.defaultLifetime
        idToken = try reader.token("id_token")
        clientInfo = try reader.nonEmpty("client_info").flatMap(ClientInfo.init(rawValue:))
        deviceTenantID = try reader.nonEmpty("device_tenant_id")
        additional = reader.members.filter { !Self.names.contains($0.key) }
    }

    /// Fourteen days, in seconds.
    package static let defaultLifetime: Int64 = 14 * 86400

    /// The JSON of the response.
    package var json: JSONValue {
        var out = additional
        out["token_type"] = "pop"
        out["refresh_token"] = .string(primaryRefreshToken.reveal())
        out["refresh_token_expires_in"] = .integer(expiresIn)
        out["session_key_jwe"] = .string(sessionKeyMessage.reveal())
        out["id_token"] = idToken.map { .string($0.reveal()) }
        out["client_info"] = clientInfo.map { .string($0.rawValue) }
        out["device_tenant_id"] = deviceTenantID.map { .string($0) }
        return .object(out)
    }
}
