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
        case .formPost: return formPost(parameters, context)
        }
    }

    private func formPost(_ parameters: FormParameters, _ context: RequestContext) -> HTTPResponse {
        let fields: [HTML] = parameters.pairs.map { pair in
            "<input type=\"hidden\" name=\"\(exactly: pair.name)\" value=\"\(exactly: pair.value)\">\n"
        }
        let content: HTML = """
            <p>Continue to the app.</p>
            <form method="post" action="\(exactly: redirectURI)">
            \(fields)<div class="actions"><button type="submit">Continue</button></div>
            </form>
            """
        return Page(id: .formPost, title: "Continue", content: content, formTarget: redirectURI, submitsItself: true)
            .response(random: context.random)
    }
}
