package import KeyfobCore

/// The authorization endpoint's response (RFC 6749 sections 4.1.2 and 4.1.2.1). The provider builds it, the client
/// parses it.
package enum AuthorizationResponse: Sendable, Hashable {
    /// A code was issued.
    case code(AuthorizationCode)
    /// The request was refused.
    case error(OAuthErrorResponse, state: String?)

    /// `state`, as sent.
    package var state: String? {
        switch self {
        case .code(let code): code.state
        case .error(_, let state): state
        }
    }
}

/// An authorization code and the parameters sent with it.
package struct AuthorizationCode: Sendable, Hashable {
    /// `code`
    package var code: Secret<String>
    /// `state`
    package var state: String?
    /// `client_info`
    package var clientInfo: ClientInfo?
    /// `session_state`
    package var sessionState: String?
    /// `cloud_instance_host_name`: the host where the code must be redeemed, if it differs.
    package var cloudInstanceHostName: String?
    /// `cloud_instance_name`: the name of that cloud.
    package var cloudInstanceName: String?
    /// `cloud_graph_host_name`: the host of that cloud's Graph.
    package var cloudGraphHostName: String?
    /// `iss` (RFC 9207)
    package var issuer: String?

    /// Makes a code.
    package init(
        code: Secret<String>, state: String?, clientInfo: ClientInfo? = nil, sessionState: String? = nil,
        cloudInstanceHostName: String? = nil, cloudInstanceName: String? = nil, cloudGraphHostName: String? = nil,
        issuer: String? = nil
    ) {
        self.code = code
        self.state = state
        self.clientInfo = clientInfo
        self.sessionState = sessionState
        self.cloudInstanceHostName = cloudInstanceHostName
        self.cloudInstanceName = cloudInstanceName
        self.cloudGraphHostName = cloudGraphHostName
        self.issuer = issuer
    }
}

extension AuthorizationResponse {
    /// Parses the URL that the browser was redirected to; the response may be in its query or its fragment.
    ///
    /// - Throws: ``MessageError`` if there is neither a code nor an error, or both, or a duplicate parameter.
    package init(parsing redirect: String) throws(MessageError) {
        let halves = redirect.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves[0].firstIndex(of: "?").map { halves[0][halves[0].index(after: $0)...] } ?? ""
        let fragment = halves.count > 1 ? halves[1] : ""
        let fromQuery = try Self.parameters(String(query))
        let holdsResponse = fromQuery["code"] != nil || fromQuery["error"] != nil
        try self.init(parameters: holdsResponse ? fromQuery : try Self.parameters(String(fragment)))
    }

    /// Reads the parameters of the response, as in `form_post`.
    ///
    /// - Throws: ``MessageError`` if there is neither a code nor an error, or both, or the code has other characters than
    ///   RFC 6749 appendix A.11 allows.
    package init(parameters: FormParameters) throws(MessageError) {
        let code = parameters.nonEmpty("code")
        let error = OAuthErrorResponse(parameters: parameters)
        switch (code, error) {
        case (let text?, nil):
            guard let code = TokenSyntax.token(text) else { throw MessageError.notAToken("code of the redirect") }
            self = .code(
                AuthorizationCode(
                    code: code, state: parameters["state"],
                    clientInfo: parameters["client_info"].flatMap(ClientInfo.init(rawValue:)),
                    sessionState: parameters["session_state"],
                    cloudInstanceHostName: parameters.nonEmpty("cloud_instance_host_name"),
                    cloudInstanceName: parameters.nonEmpty("cloud_instance_name"),
                    cloudGraphHostName: parameters.nonEmpty("cloud_graph_host_name"),
                    issuer: parameters.nonEmpty("iss")))
        case (nil, let error?): self = .error(error, state: parameters["state"])
        case (nil, nil): throw MessageError("The redirect contains neither a code nor an error.")
        case (.some, .some): throw MessageError("The redirect contains both a code and an error.")
        }
    }

    private static func parameters(_ text: String) throws(MessageError) -> FormParameters {
        do {
            return try FormParameters(parsing: text)
        } catch {
            throw MessageError("The redirect's parameters are malformed: \(error.message)")
        }
    }

    /// Returns the wire parameters.
    package func parameters() -> FormParameters {
        switch self {
        case .code(let code):
            var out = FormParameters([("code", code.code.reveal())])
            out.set("client_info", ifPresent: code.clientInfo?.rawValue)
            out.set("state", ifPresent: code.state)
            out.set("session_state", ifPresent: code.sessionState)
            out.set("cloud_instance_name", ifPresent: code.cloudInstanceName)
            out.set("cloud_instance_host_name", ifPresent: code.cloudInstanceHostName)
            out.set("cloud_graph_host_name", ifPresent: code.cloudGraphHostName)
            out.set("iss", ifPresent: code.issuer)
            return out
        case .error(let error, let state):
            var out = error.redirectParameters()
            out.set("state", ifPresent: state)
            return out
        }
    }

    /// Returns the `Location` of the response: the redirect URI with the parameters in its query or fragment.
    ///
    /// - Parameters:
    ///   - redirectURI: the client's, as in the request.
    ///   - mode: `formPost` has no location and is treated as `query`.
    package func location(redirectURI: String, mode: ResponseMode) -> String {
        let text = parameters().encoded
        if mode == .fragment { return "\(redirectURI)#\(text)" }
        guard let mark = redirectURI.firstIndex(of: "?") else { return "\(redirectURI)?\(text)" }
        let hasQuery = redirectURI.index(after: mark) != redirectURI.endIndex
        return "\(redirectURI)\(hasQuery ? "&" : "")\(text)"
    }
}

/// How the authorization endpoint's response is sent (`response_mode`).
package enum ResponseMode: String, Sendable, Hashable, CaseIterable {
    /// In the redirect URI's query; the default for a code.
    case query
    /// In the redirect URI's fragment.
    case fragment
    /// As a form that the browser posts to the redirect URI.
    case formPost = "form_post"
}
