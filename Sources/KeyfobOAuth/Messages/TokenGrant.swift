package import KeyfobCore

/// The grant that a token request redeems.
package enum TokenGrant: Sendable, Hashable {
    /// An authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
    case authorizationCode(code: Secret<String>, redirectURI: String?, verifier: Secret<String>?)
    /// A refresh token (RFC 6749 section 6).
    case refreshToken(Secret<String>)
    /// A device code (RFC 8628 section 3.4).
    case deviceCode(Secret<String>)
    /// A SAML assertion of a federated identity provider (RFC 7522 section 2.1): the base64 of its XML, as on the wire.
    case samlAssertion(Secret<String>, SAMLAssertionGrant)
    /// The client's own permissions (RFC 6749 section 4.4).
    case clientCredentials
    /// A user's access token for the client, which is exchanged for one for another API (on behalf of the user).
    case onBehalfOf(Secret<String>)
    /// A user's name and password (RFC 6749 section 4.3).
    case password(username: String, password: Secret<String>)

    /// `grant_type`
    package var name: String {
        switch self {
        case .authorizationCode: "authorization_code"
        case .refreshToken: "refresh_token"
        case .deviceCode: Self.deviceCodeName
        case .samlAssertion(_, let version): version.rawValue
        case .clientCredentials: "client_credentials"
        case .onBehalfOf: Self.onBehalfOfName
        case .password: "password"
        }
    }

    static let deviceCodeName = "urn:ietf:params:oauth:grant-type:device_code"
    static let onBehalfOfName = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    func add(to parameters: inout FormParameters, dialect: OAuthDialect) {
        parameters.set("grant_type", name)
        switch self {
        case .authorizationCode(let code, let redirectURI, let verifier):
            parameters.set("code", code.reveal())
            parameters.set("redirect_uri", ifPresent: redirectURI)
            parameters.set("code_verifier", ifPresent: verifier?.reveal())
        case .refreshToken(let token): parameters.set("refresh_token", token.reveal())
        case .deviceCode(let code):
            if dialect == .v1 {
                // The v1 endpoint uses the grant's name from before RFC 8628.
                parameters.set("grant_type", "device_code")
                parameters.set("code", code.reveal())
            } else {
                parameters.set("device_code", code.reveal())
            }
        case .samlAssertion(let assertion, _): parameters.set("assertion", assertion.reveal())
        case .clientCredentials: break
        case .onBehalfOf(let assertion):
            parameters.set("assertion", assertion.reveal())
            parameters.set("requested_token_use", "on_behalf_of")
        case .password(let username, let password):
            parameters.set("username", username)
            parameters.set("password", password.reveal())
        }
    }

    init(parsing parameters: FormParameters) throws(OAuthError) {
        guard let name = parameters.nonEmpty("grant_type") else { throw OAuthError.missing("grant_type") }
        switch name {
        case "authorization_code":
            guard let code = parameters.nonEmpty("code") else { throw OAuthError.missing("code") }
            self = .authorizationCode(
                code: Secret(code), redirectURI: parameters.nonEmpty("redirect_uri"),
                verifier: parameters.nonEmpty("code_verifier").map(Secret.init))
        case "refresh_token":
            guard let token = parameters.nonEmpty("refresh_token") else { throw OAuthError.missing("refresh_token") }
            self = .refreshToken(Secret(token))
        case Self.deviceCodeName, "device_code":
            guard let code = parameters.nonEmpty("device_code") ?? parameters.nonEmpty("code") else {
                throw OAuthError.missing("device_code")
            }
            self = .deviceCode(Secret(code))
        case "client_credentials": self = .clientCredentials
        case Self.onBehalfOfName:
            guard parameters["requested_token_use"]?.lowercased() == "on_behalf_of" else {
                throw OAuthError(70003, ["grant_type": name])
            }
            guard let assertion = parameters.nonEmpty("assertion") else { throw OAuthError.missing("assertion") }
            self = .onBehalfOf(Secret(assertion))
        case "password":
            guard let username = parameters.nonEmpty("username") else { throw OAuthError.missing("username") }
            guard let password = parameters.nonEmpty("password") else { throw OAuthError.missing("password") }
            self = .password(username: username, password: Secret(password))
        default:
            guard let version = SAMLAssertionGrant(rawValue: name) else {
                throw OAuthError(70003, ["grant_type": String(name.prefix(128))])
            }
            guard let assertion = parameters.nonEmpty("assertion") else { throw OAuthError.missing("assertion") }
            self = .samlAssertion(Secret(assertion), version)
        }
    }
}

/// The two grants that redeem a SAML assertion (RFC 7522 section 2.1, and the earlier form for SAML 1.1). The raw value
/// is the `grant_type`.
package enum SAMLAssertionGrant: String, Sendable, Hashable, CaseIterable {
    /// An assertion of SAML 1.1, as WS-Trust 2005 issues it.
    case version1 = "urn:ietf:params:oauth:grant-type:saml1_1-bearer"
    /// An assertion of SAML 2.0.
    case version2 = "urn:ietf:params:oauth:grant-type:saml2-bearer"
}
