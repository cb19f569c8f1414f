import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// Why Resource Manager refuses a request, in the form of its own errors: `{"error": {"code", "message"}}`.
struct ManagementError: Error {
    let status: Int
    let code: String
    let message: String
    /// The value of `WWW-Authenticate`; nil where another token would not help.
    var challenge: String?

    init(status: Int, code: String, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// The error for a refused access token. The challenge names the address to sign in at: of the subscription's
    /// tenant, where the request names a subscription.
    init(_ refusal: ResourceRefusal, _ context: RequestContext) {
        let (code, message) = Self.text(refusal)
        self.init(status: refusal.status, code: code, message: message)
        guard status == 401 else { return }
        guard refusal.claims == nil else {
            challenge = refusal.response(context).fields["WWW-Authenticate"]
            return
        }
        let tenant = context.pathValues["subscription"].flatMap { Subscription($0, context.directory)?.tenant }
        challenge = Self.challenge(signingInAt: tenant, message, context)
    }

    /// The error for a subscription of another tenant than the token's.
    init(wrongTenant presented: Tenant, for subscription: Subscription, _ context: RequestContext) {
        let owner = subscription.tenant
        let issuers = context.managementIssuers
        let authority = "\(context.managementAuthorities)/\(owner.id)"
        self.init(
            status: 401, code: "InvalidAuthenticationTokenTenant",
            message: "The access token is from the wrong issuer '\(issuers)/\(presented.id)/'. It must match "
                + "the tenant '\(issuers)/\(owner.id)/' associated with this subscription. Please use the "
                + "authority (URL) '\(authority)' to get the token.")
        challenge = Self.challenge(signingInAt: owner, message, context)
    }

    var response: HTTPResponse {
        var response = HTTPResponse.json(
            ["error": ["code": .string(code), "message": .string(message)]], status: status)
        if let challenge { response.fields.set("WWW-Authenticate", challenge) }
        return response
    }

    private static func challenge(
        signingInAt tenant: Tenant?, _ message: String, _ context: RequestContext
    ) -> String {
        let address = "\(context.managementAuthorities)/\(tenant?.id ?? "common")"
        // The audience of a token is in the message: a quotation mark or a line break would end the parameter.
        let text = message.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
        return "Bearer authorization_uri=\"\(address)\", error=\"invalid_token\", error_description=\"\(text)\""
    }

    private static func text(_ refusal: ResourceRefusal) -> (code: String, message: String) {
        guard refusal.status == 401 else { return ("AuthorizationFailed", refusal.message) }
        switch refusal.cause {
        case .missing: return ("AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.")
        case .expired: return ("ExpiredAuthenticationToken", refusal.message)
        case .audience(let audience):
            let allowed = CloudMetadataEndpoint.audiences.map { "'\($0)'" }.joined(separator: ",")
            return (
                "InvalidAuthenticationTokenAudience",
                "The access token has been obtained for wrong audience or resource '\(audience)'. It should exactly "
                    + "match with one of the allowed audiences \(allowed)."
            )
        case .other: return ("InvalidAuthenticationToken", refusal.message)
        }
    }
}
