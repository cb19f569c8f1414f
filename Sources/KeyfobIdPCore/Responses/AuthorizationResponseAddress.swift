import KeyfobCore
import KeyfobOAuth

/// The address of the response to the client: its registered redirect URI, the response mode and the state.
struct AuthorizationResponseAddress: Sendable {
    let redirectURI: String
    let mode: ResponseMode
    let state: String?
    /// The issuer of the response (`iss`, RFC 9207), where the profile requires it: as the metadata of the address
    /// names it.
    let issuer: String?

    /// Sends parameters to the client (RFC 6749 section 4.1.2, OAuth 2.0 Multiple Response Types, Form Post).
    func response(_ parameters: FormParameters, _ context: RequestContext) -> HTTPResponse {
        var parameters = parameters
        parameters.set("state", ifPresent: state)
        parameters.set("iss", ifPresent: issuer)
        switch mode {
        case .query: return .seeOther(redirectURI + (redirectURI.contains("?") ? "&" : "?") + parameters.encoded)
        case .fragment: return .seeOther("\(redirectURI)#\(parameters.encoded)")
        case .formPost:
            return FormPostPage(
                target: redirectURI, fields: parameters.pairs, isSignedIn: parameters["error"] == nil
            ).page.response(random: context.random)
        }
    }
}
