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
        case .query: return .seeOther(target + (target.contains("?") ? "&" : "?") + parameters.encoded)
        case .fragment: return .seeOther("\(target)#\(parameters.encoded)")
        case .formPost:
            return FormPostPage(
                target: redirectURI, fields: parameters.pairs, isSignedIn: parameters["error"] == nil
            ).page.response(random: context.random)
        }
    }

    /// The redirect URI as it is written into a redirect: one without a path gets `/`, as at Entra ID.
    private var target: String {
        guard redirectURI.hasPrefix("http://") || redirectURI.hasPrefix("https://"),
            let host = redirectURI.firstRange(of: "://")?.upperBound, !redirectURI[host...].contains("/")
        else { return redirectURI }
        let end = redirectURI.firstIndex(of: "?") ?? redirectURI.endIndex
        return redirectURI[..<end] + "/" + redirectURI[end...]
    }
}
