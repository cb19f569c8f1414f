public import KeyfobCore

extension AuthError {
    /// Makes an app's error from a server's error response.
    ///
    /// - Parameters:
    ///   - response: the server's error.
    ///   - status: the HTTP status; 0 if the error came by redirect.
    ///   - retryAfter: the seconds that the server requests to wait, if any.
    ///   - mode: the kind of operation.
    ///   - fields: the response's header fields, of which only those for diagnosis are kept.
    package init(
        _ response: OAuthErrorResponse, status: Int, retryAfter: Double?, during mode: AcquisitionMode,
        fields: HTTPFields = HTTPFields()
    ) {
        let entry = response.codes.lazy.compactMap(ErrorCatalogue.entry).first
        let meaning = Self.meaning(of: response, status: status, mode: mode)
        self.init(
            meaning.code, origin: .server, message: meaning.message ?? Self.sentence(response),
            remedy: meaning.remedy ?? entry?.remedy ?? Self.remedy(for: meaning.code),
            server: ServerDetails(
                error: response.error, description: response.description, suberror: response.suberror,
                codes: response.codes, claimsChallenge: response.claims, status: status, traceID: response.traceID),
            retryAfter: retryAfter ?? (meaning.code == .throttled ? 60 : nil),
            correlationID: response.correlationID)
        server?.headerFields = fields.diagnostic
    }

    /// Makes the error of a response that is not OAuth: HTML, an empty body, another format.
    ///
    /// - Parameters:
    ///   - response: the response.
    ///   - subject: the request, as part of a sentence: `the token request`.
    ///   - retryAfter: the seconds that the server requests to wait, if any.
    public init(unreadable response: HTTPResponse, subject: String, retryAfter: Double?) {
        var details = ServerDetails(error: "", status: response.status)
        details.headerFields = response.fields.diagnostic
        if response.status == 429 || response.status == 503 {
            self.init(
                .throttled, origin: .server,
                message: "The server requests a delay: it returned HTTP \(response.status) for \(subject).",
                remedy: Self.remedy(for: .throttled), server: details, retryAfter: retryAfter ?? 60)
        } else if response.status >= 500 {
            self.init(
                .server, origin: .server,
                message: "The server failed: it returned HTTP \(response.status) for \(subject).",
                remedy: Self.remedy(for: .server), server: details, retryAfter: retryAfter)
        } else {
            self.init(
                .invalidResponse, origin: .server,
                message: "The server returned \(Self.kind(of: response)) for \(subject) (HTTP \(response.status)).",
                remedy: Self.remedy(for: .invalidResponse), server: details)
        }
    }

    private static func kind(of response: HTTPResponse) -> String {
        if (300..<400).contains(response.status) { return "a redirect" }
        if response.body.isEmpty { return "nothing" }
        let isHTML = response.fields["Content-Type"]?.lowercased().contains("html") ?? false
        return isHTML ? "an HTML page" : "something that is not the JSON expected"
    }

    /// Makes the error of a malformed message.
    package init(_ message: MessageError) {
        self.init(
            .invalidResponse, origin: .server, message: message.message, remedy: Self.remedy(for: .invalidResponse),
            cause: message)
    }

    private typealias Meaning = (code: Code, message: String?, remedy: String?)

    /// Letter case does not matter in the name of an error, as in Microsoft's libraries.
    private static func meaning(of response: OAuthErrorResponse, status: Int, mode: AcquisitionMode) -> Meaning {
        let name = response.error.lowercased()
        if status == 429 || status == 503 || name == "temporarily_unavailable" {
            return (.throttled, nil, nil)
        }
        if response.codes.contains(50196) { return (.throttled, nil, nil) }
        if status >= 500 || name == "server_error" { return (.server, nil, nil) }
        if response.codes.contains(where: registrationFaults.contains) { return (.configuration, nil, nil) }
        // The platform has been observed to return invalid_request for a malformed refresh token.
        if response.codes.contains(9_002_313) { return (mode == .silent ? .interactionRequired : .server, nil, nil) }
        if let meaning = b2cMeaning(of: response, mode: mode) { return meaning }
        if response.codes.contains(65004) {
            return (.userCanceled, "The user declined the permissions that the app requested.", nil)
        }
        switch name {
        case "invalid_scope", "invalid_resource", "invalid_client", "unsupported_grant_type",
            "unsupported_response_type", "unsupported_response_mode":
            return (.configuration, nil, nil)
        case "unauthorized_client":
            if ProtectionPolicySuberror.matches(response.suberror) { return (.protectionPoliciesRequired, nil, nil) }
            return (response.suberror == nil ? .configuration : .server, nil, nil)
        case "access_denied", "authorization_declined":
            return mode == .silent ? (.interactionRequired, nil, nil) : (.userCanceled, nil, nil)
        case "invalid_request", "invalid_instance", "invalid_tenant":
            return mode == .silent && response.codes.isEmpty
                ? (.interactionRequired, nil, nil) : (.configuration, nil, nil)
        case "expired_token", "code_expired":
            return (
                .interactionRequired, "The code was not entered in time.", "Ask for a new code and enter it sooner."
            )
        case "login_required", "interaction_required", "consent_required", "account_selection_required":
            return (.interactionRequired, nil, nil)
        default:
            return mode == .silent ? (.interactionRequired, nil, nil) : (.server, nil, nil)
        }
    }

    /// Errors of the app's registration or configuration, which signing in does not fix, whatever `error` is.
    private static let registrationFaults: Set<Int> = [
        50011, 900971, 700016, 700038, 70001, 7_000_112, 50194, 500_208, 9_002_332, 9_002_346, 90002, 900_023, 500_011,
        650_057, 70011, 700_022, 700_023, 7_000_218, 700_025,
    ]

    /// Returns the server's sentence without the identifiers that follow it, which have separate members.
    private static func sentence(_ response: OAuthErrorResponse) -> String {
        let text = response.description ?? ""
        // Control characters could affect the terminal that the sentence is printed on.
        let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) }
        let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let end = first.firstRange(of: " Trace ID:")?.lowerBound ?? first.endIndex
        let sentence = String(String.UnicodeScalarView(first[..<end].unicodeScalars.filter { !isControl($0) }))
        return sentence.isEmpty ? "The server refused the request: \(response.error)." : sentence
    }

    private static func remedy(for code: Code) -> String? {
        switch code {
        case .interactionRequired: "Sign in interactively: call acquireToken, or keyfob login."
        case .userCanceled: "Sign in again if the user still wants to."
        case .throttled: "Wait as long as the server requests before trying again."
        case .server: "Try again later; if the error persists, give the correlation id to the administrator."
        case .invalidResponse: "Check that the authority is an identity provider and that no proxy intercepts it."
        case .configuration: "Compare the app's client id, redirect URI, authority and scopes with its registration."
        case .protectionPoliciesRequired: "Let the Intune App SDK protect the user's data, then try again."
        default: nil
        }
    }
}

/// The kind of operation in which a server's error occurred, since the same error has different meanings.
package enum AcquisitionMode: Sendable, Hashable {
    /// The user is present and was asked.
    case interactive
    /// The user is not asked: an error that signing in fixes is `interactionRequired`.
    case silent
    /// The user signs in on another device.
    case deviceCode
}

/// The suberrors for an app protection policy: the app's data must be protected before it gets a token.
package enum ProtectionPolicySuberror {
    /// Servers send the first, some brokers the second.
    private static let spellings: Set<String> = ["protection_policy_required", "protection_policies_required"]

    /// Whether a suberror is one of them.
    package static func matches(_ suberror: String?) -> Bool { suberror.map(spellings.contains) ?? false }
}
