package import KeyfobCore
package import KeyfobOAuth

/// A broker's response: tokens or a failure, and what both have in common.
package struct BrokerResponse: Sendable, Hashable {
    /// The outcome of a request.
    package enum Outcome: Sendable, Hashable {
        /// The user signed in.
        case success(BrokerTokens)
        /// The request failed.
        case failure(BrokerResponseError)
    }

    /// The outcome of the request.
    package var outcome: Outcome
    /// Further tokens (`additional_tokens`): those for the app-protection service, or the granted ones if scopes were
    /// declined.
    package var additionalTokens: BrokerTokens?
    /// `correlation_id`
    package var correlationID: String?
    /// `broker_nonce`: repeats the request's.
    package var nonce: String?
    /// `application_token`: for the app's next request.
    package var applicationToken: Secret<String>?
    /// `x-broker-app-ver`
    package var brokerVersion: String?
    /// `onboardingBlob`: the state of an onboarding that takes several requests, as the app's SDK sent it.
    package var onboarding: String?
    /// The device information.
    package var device = BrokerDeviceInfo()
    /// Every other member, unchanged. Its description shows names only.
    package var additional = FormParameters()

    /// Makes a response.
    package init(_ outcome: Outcome, nonce: String? = nil, correlationID: String? = nil) {
        self.outcome = outcome
        self.nonce = nonce
        self.correlationID = correlationID
    }

    /// The tokens, if the request succeeded.
    package var tokens: BrokerTokens? {
        if case .success(let tokens) = outcome { tokens } else { nil }
    }

    /// The failure, if the request failed.
    package var failure: BrokerResponseError? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }
}

extension BrokerResponse {
    /// The names of all members that have a property here.
    static let names = BrokerTokens.names.union(BrokerResponseError.names).union(BrokerDeviceInfo.names).union([
        "success", "additional_tokens", "correlation_id", "broker_nonce", "application_token", "x-broker-app-ver",
        "onboardingBlob",
    ])

    /// Reads the members of a decrypted response, or of a response of the single sign-on extension.
    ///
    /// - Parameters:
    ///   - members: all members.
    ///   - dialect: the dialect of the response.
    ///   - additionalTokens: the name of the member with further tokens.
    ///   - known: the names that are not stored in ``additional``.
    /// - Throws: ``BrokerMessageError`` if a token has characters that no token has.
    init(
        _ members: BrokerMembers, dialect: BrokerDialect, additionalTokens name: String = "additional_tokens",
        known: Set<String> = names
    ) throws(BrokerMessageError) {
        let failed: Bool
        switch dialect {
        case .msal: failed = !members.flag("success") || members["broker_error_domain"] != nil
        // Version 2 has no `success`: an encrypted response is one.
        case .adal: failed = false
        }
        if failed {
            outcome = .failure(BrokerResponseError(members))
        } else {
            outcome = .success(try BrokerTokens(members))
        }
        if let further = members[name].flatMap({ BrokerMembers(json: $0) }) {
            additionalTokens = try BrokerTokens(further)
        }
        correlationID = members["correlation_id"]
        nonce = members["broker_nonce"]
        applicationToken = try members.token("application_token")
        brokerVersion = members["x-broker-app-ver"]
        onboarding = members["onboardingBlob"]
        device = BrokerDeviceInfo(members)
        additional = members.parameters(without: known)
    }

    /// Returns the members to encrypt.
    func members(_ dialect: BrokerDialect) -> BrokerMembers {
        var out = BrokerMembers(capacity: 40)
        write(dialect, to: &out)
        return out
    }

    /// Writes the members to encrypt, or those of a response of the single sign-on extension.
    ///
    /// - Parameters:
    ///   - additionalTokens: the name of the member for further tokens.
    ///   - omitted: the device information that is written elsewhere, and is omitted here.
    func write(
        _ dialect: BrokerDialect, to out: inout BrokerMembers, additionalTokens name: String = "additional_tokens",
        besides omitted: BrokerDeviceInfo? = nil
    ) {
        out.put(additional)
        if device != omitted { device.write(to: &out) }
        switch outcome {
        case .success(let tokens):
            tokens.write(to: &out)
            if dialect == .msal { out.put("success", "1") }
        case .failure(let failure):
            out.merge(
                failure.members(correlationID: correlationID, brokerVersion: brokerVersion, onboarding: onboarding))
            if dialect == .msal { out.put("success", "0") }
        }
        out.put(name, additionalTokens?.members.jsonText)
        out.put("correlation_id", correlationID)
        out.put("broker_nonce", nonce)
        out.put("application_token", applicationToken?.reveal())
        out.put("x-broker-app-ver", brokerVersion)
        out.put("onboardingBlob", onboarding)
    }
}
