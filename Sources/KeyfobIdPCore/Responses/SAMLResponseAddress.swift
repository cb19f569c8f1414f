import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML

/// The address of a SAML response: one of the service's registered addresses, and what the response repeats of the
/// request.
struct SAMLResponseAddress: Sendable {
    /// The address for responses (`AssertionConsumerService`).
    let consumer: String
    let exchange: SAMLExchange
    /// The tenant that issues a response without a user.
    let tenantID: String
    /// Whether responses are signed.
    let signsResponses: Bool

    /// Writes the response to the service, for a tenant.
    func writer(tenantID: String, _ context: RequestContext) throws(OAuthError) -> SAMLResponseWriter {
        SAMLResponseWriter(
            issuer: SAMLIdentity.issuer(of: tenantID), destination: consumer, requestID: exchange.requestID,
            id: SAMLIdentity.id(context), now: context.now, signer: try context.samlSigner())
    }

    /// The page that sends a response (SAML Bindings section 3.5).
    func response(_ document: [UInt8], isSignedIn: Bool, _ context: RequestContext) -> HTTPResponse {
        var fields = [(name: "SAMLResponse", value: Base64.encode(document))]
        if let state = exchange.relayState { fields.append((name: "RelayState", value: state)) }
        return FormPostPage(target: consumer, fields: fields, isSignedIn: isSignedIn).page
            .response(random: context.random)
    }

    /// The page that sends an error: a sign-in without pages that would need one is `NoPassive` (SAML Core section
    /// 3.2.2.2).
    func response(refusing body: OAuthErrorResponse, _ context: RequestContext) throws -> HTTPResponse {
        let document = try writer(tenantID: tenantID, context).failure(
            status: ("Responder", Self.code(of: body)),
            message: body.description ?? body.error, isSigned: signsResponses)
        return response(document, isSignedIn: false, context)
    }

    private static func code(of body: OAuthErrorResponse) -> String {
        switch body.error {
        case "login_required", "interaction_required", "consent_required": "NoPassive"
        case "access_denied": "RequestDenied"
        default: "AuthnFailed"
        }
    }
}
