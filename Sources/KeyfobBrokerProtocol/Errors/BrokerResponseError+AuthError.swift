package import KeyfobCore
package import KeyfobOAuth

extension BrokerResponseError {
    /// Returns the error that an app gets; the failure itself is its cause.
    ///
    /// - Parameters:
    ///   - correlationID: the request's correlation id.
    ///   - mode: whether the request was silent or interactive.
    package func authError(correlationID: String?, during mode: AcquisitionMode) -> AuthError {
        let details = server
        let code = meaning(mode)
        var error = AuthError(
            code ?? .brokerFailed, origin: .broker, message: message(code), remedy: Self.remedy(code), server: details,
            retryAfter: secondsToWait,
            correlationID: correlationID, grantedScopes: grantedScopes, declinedScopes: declinedScopes, cause: self)
        // If the number is unspecific, the provider's error counts, as if the app had received it directly.
        if code == nil, let oauthError {
            let response = OAuthErrorResponse(
                error: oauthError, description: text, codes: details?.codes ?? [], suberror: suberror, claims: claims,
                correlationID: correlationID)
            let said = AuthError(response, status: status ?? 400, retryAfter: error.retryAfter, during: mode)
            error.code = said.code
            error.message = said.message
            error.remedy = said.remedy
        } else if code == nil, self.code == 0 {
            error = BrokerExchangeError.unknown.authError.because(of: self, correlationID)
        }
        return error
    }

    private var secondsToWait: Double? {
        headerFields.first { $0.key.lowercased() == "retry-after" }.flatMap { RetryAfter.number($0.value) }
    }

    private var server: AuthError.ServerDetails? {
        guard oauthError != nil || suberror != nil || status != nil else { return nil }
        let response = OAuthErrorResponse(
            error: oauthError ?? "", description: text, codes: numbers, suberror: suberror, claims: claims)
        // As if the app had received the response directly: only the header fields that errors contain.
        let fields = HTTPFields(headerFields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return AuthError(response, status: status ?? 0, retryAfter: nil, during: .interactive, fields: fields).server
    }

    /// `AADSTS50126: ...`
    private var numbers: [Int] {
        guard let text, text.hasPrefix("AADSTS") else { return code == -50142 ? [50142] : [] }
        let digits = text.utf8.dropFirst(6).prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: Array(digits.prefix(9)), as: UTF8.self)).map { [$0] } ?? []
    }

    /// The error code; nil if number and suberror do not determine it.
    private func meaning(_ mode: AcquisitionMode) -> AuthError.Code? {
        if ProtectionPolicySuberror.matches(suberror) { return .protectionPoliciesRequired }
        switch domain {
        case Self.networkDomain: return .network
        case Self.msalDomain:
            switch code {
            case -50001: return .deviceRegistrationRequired
            case -50002: return .interactionRequired
            case -50003: return .serverDeclinedScopes
            case -50004: return .protectionPoliciesRequired
            case -50005: return .userCanceled
            case -50142: return .interactionRequired
            default: return nil
            }
        // Other domains have their own numbers: an HTTP status is not a number of ADAL's.
        case Self.adalDomain, Self.adalBrokerDomain: return adalMeaning
        default: return nil
        }
    }

    private var adalMeaning: AuthError.Code? {
        switch code {
        case 200: return .interactionRequired
        case 201: return .deviceRegistrationRequired
        case 204: return .accountMismatch
        case 213: return .protectionPoliciesRequired
        case 403: return .userCanceled
        default: return nil
        }
    }

    private func message(_ code: AuthError.Code?) -> String {
        switch code {
        case .userCanceled: "The user went back from the broker, or closed its page."
        case .protectionPoliciesRequired:
            "The organization requires the app to apply its protection policies before it gets a token."
        case .deviceRegistrationRequired: "The organization requires a registered device before apps get tokens."
        case .network: "The broker could not reach the identity provider."
        case .serverDeclinedScopes: "The sign-in succeeded, but not every scope was granted."
        case .interactionRequired: "The broker requires user interaction."
        case .accountMismatch: "Another account signed in at the broker than the one asked for."
        default: "The broker failed: \(self).\(ownWords)"
        }
    }

    /// The broker's own message, if the provider returned none, without line breaks and other invisible characters.
    private var ownWords: String {
        guard oauthError == nil, let text else { return "" }
        let hidden: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        let shown = text.unicodeScalars.lazy.filter { !hidden.contains($0.properties.generalCategory) }
        let words = String(String.UnicodeScalarView(shown.prefix(512)))
        return words.allSatisfy { $0 == " " } ? "" : " \(words)"
    }

    private static func remedy(_ code: AuthError.Code?) -> String {
        switch code {
        case .userCanceled: "Sign in again if the user still wants to."
        case .protectionPoliciesRequired:
            "Hand the account to the Intune App SDK, and ask again once it has enrolled it; the cause names the account."
        case .deviceRegistrationRequired: "Register the device in the broker app, then sign in again."
        case .network: "Check the network and try again."
        case .serverDeclinedScopes: "Ask again for the granted scopes only, or ask the user when they are needed."
        case .interactionRequired: "Call acquireToken, which lets the user sign in."
        case .accountMismatch: "Sign in with the account that was asked for, or ask for no account."
        default: "Try again. If that does not help, give the correlation id to the administrator."
        }
    }
}

extension AuthError {
    fileprivate func because(of cause: any Error, _ correlationID: String?) -> AuthError {
        var copy = self
        copy.cause = cause
        copy.correlationID = correlationID
        return copy
    }
}
