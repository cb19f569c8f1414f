import KeyfobOAuth

/// Where the result of a sign-in is sent, and in which form.
enum SignInReply: Sendable {
    /// An authorization response of OAuth.
    case authorization(AuthorizationResponseAddress)
    /// A response of SAML.
    case saml(SAMLResponseAddress)

    /// The registered address.
    var redirectURI: String {
        switch self {
        case .authorization(let address): address.redirectURI
        case .saml(let address): address.consumer
        }
    }

    /// The address of an authorization response; nil for SAML.
    var authorization: AuthorizationResponseAddress? {
        if case .authorization(let address) = self { address } else { nil }
    }

    /// Sends an error.
    func response(refusing body: OAuthErrorResponse, _ context: RequestContext) throws -> HTTPResponse {
        switch self {
        case .authorization(let address): address.response(body.redirectParameters(), context)
        case .saml(let address): try address.response(refusing: body, context)
        }
    }
}
