package import KeyfobCore

/// The request for a device code (RFC 8628 section 3.1). The client builds it, the provider parses it.
package struct DeviceAuthorizationRequest: Sendable, Hashable {
    /// `client_id`
    package var clientID: String
    /// `scope`
    package var scopes: ScopeSet
    /// `resource`: v1 only.
    package var resource: String?
    /// `claims`: the JSON text.
    package var claims: String?

    /// Makes a request.
    package init(clientID: String, scopes: ScopeSet, resource: String? = nil, claims: String? = nil) {
        self.clientID = clientID
        self.scopes = scopes
        self.resource = resource
        self.claims = claims
    }

    /// Returns the wire parameters.
    package func parameters() -> FormParameters {
        var out = FormParameters([("client_id", clientID)])
        if !scopes.isEmpty { out.set("scope", scopes.description) }
        out.set("resource", ifPresent: resource)
        out.set("claims", ifPresent: claims)
        return out
    }

    /// Parses a form of a request to the device authorization endpoint.
    ///
    /// - Throws: ``OAuthError`` 900144 if `client_id` is missing.
    package init(parsing parameters: FormParameters) throws(OAuthError) {
        guard let clientID = parameters.nonEmpty("client_id") else { throw OAuthError.missing("client_id") }
        self.init(
            clientID: clientID, scopes: ScopeSet(spaceSeparated: parameters["scope"] ?? ""),
            resource: parameters.nonEmpty("resource"), claims: parameters.nonEmpty("claims"))
    }
}

/// The response to the request for a device code (RFC 8628 section 3.2). The provider builds it, the client parses it.
package struct DeviceAuthorizationResponse: Sendable, Hashable {
    /// `device_code`: the code that the client polls with.
    package var deviceCode: Secret<String>
    /// `user_code`: the code that the user enters.
    package var userCode: String
    /// `verification_uri` (v1: `verification_url`): where the user enters it.
    package var verificationURI: String
    /// `verification_uri_complete`: the same with the code included.
    package var verificationURIComplete: String?
    /// `expires_in`: the lifetime of both codes in seconds.
    package var expiresIn: Int64
    /// `interval`: the minimum time between two polls in seconds.
    package var interval: Int64
    /// `message`: the text to show to the user.
    package var message: String?

    /// Makes a response.
    package init(
        deviceCode: Secret<String>, userCode: String, verificationURI: String, verificationURIComplete: String? = nil,
        expiresIn: Int64, interval: Int64 = 5, message: String? = nil
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresIn = expiresIn
        self.interval = interval
        self.message = message
    }

    /// Parses the JSON of a response in either dialect; an absent interval is 5 s (RFC 8628 section 3.2).
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object, or a member is missing or has the wrong form.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "device authorization response")
        let current = try reader.nonEmpty("verification_uri")
        let legacy = try reader.nonEmpty("verification_url")
        guard let uri = current ?? legacy, HTTPURL(uri) != nil else {
            throw MessageError("The device authorization response has no verification_uri.")
        }
        guard let lifetime = try reader.seconds("expires_in") else {
            throw MessageError("The device authorization response has no expires_in.")
        }
        self.init(
            deviceCode: try reader.requiredToken("device_code"), userCode: try reader.required("user_code"),
            verificationURI: uri, verificationURIComplete: try reader.nonEmpty("verification_uri_complete"),
            expiresIn: lifetime, interval: try reader.seconds("interval") ?? 5,
            message: try reader.nonEmpty("message"))
    }

    /// Returns the JSON of the response in a dialect.
    package func json(_ dialect: OAuthDialect = .v2) -> JSONValue {
        func number(_ value: Int64) -> JSONValue { dialect == .v1 ? .string(String(value)) : .integer(value) }
        var out: [String: JSONValue] = [
            "device_code": .string(deviceCode.reveal()), "user_code": .string(userCode),
            "expires_in": number(expiresIn), "interval": number(interval),
        ]
        out[dialect == .v1 ? "verification_url" : "verification_uri"] = .string(verificationURI)
        out["verification_uri_complete"] = verificationURIComplete.map { .string($0) }
        out["message"] = message.map { .string($0) }
        return .object(out)
    }
}
