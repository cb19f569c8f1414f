public import KeyfobCore
public import KeyfobOAuth

/// The authentication scheme of a request to a resource.
public enum AuthenticationScheme: Sendable, Hashable {
    /// Any holder of the token can use it (RFC 6750).
    case bearer
    /// The token is bound to a key that never leaves this store, and each request is signed with it.
    case proofOfPossession(ProofOfPossession)

    /// The scheme's name in the `Authorization` header.
    public var name: String {
        switch self {
        case .bearer: "Bearer"
        case .proofOfPossession: "Pop"
        }
    }

    /// The request that is signed; nil for bearer tokens.
    var proof: ProofOfPossession? {
        if case .proofOfPossession(let proof) = self { proof } else { nil }
    }
}

/// The request to a resource that a proof of possession is made for (draft-ietf-oauth-signed-http-request-03). A member
/// that is nil is not signed, and the resource cannot check it.
public struct ProofOfPossession: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod?
    /// The URL: its host and its path are signed.
    public var url: HTTPURL?
    /// The resource's own nonce, from its challenge; a random one if nil.
    public var nonce: String?

    /// Makes a value.
    public init(method: HTTPMethod? = nil, url: HTTPURL? = nil, nonce: String? = nil) {
        self.method = method
        self.url = url
        self.nonce = nonce
    }
}
