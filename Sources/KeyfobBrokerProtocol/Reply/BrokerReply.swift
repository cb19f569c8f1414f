public import KeyfobCore
public import KeyfobOAuth

/// What a broker answers: tokens or a failure, and what comes with both.
public struct BrokerReply: Sendable, Hashable {
    /// How it went.
    public enum Outcome: Sendable, Hashable {
        /// The person signed in.
        case success(BrokerTokens)
        /// It went wrong.
        case failure(BrokerFailure)
    }

    /// How it went.
    public var outcome: Outcome
    /// Tokens for something else that came along (`additional_tokens`): those for the app-protection service, or what was
    /// granted where scopes were declined.
    public var additionalTokens: BrokerTokens?
    /// `correlation_id`
    public var correlationID: String?
    /// `broker_nonce`: repeats the request's.
    public var nonce: String?
    /// `application_token`: for the app's next request.
    public var applicationToken: Secret<String>?
    /// `x-broker-app-ver`
    public var brokerVersion: String?
    /// `onboardingBlob`: what the app's SDK keeps of a set-up that goes through several requests, as the request had it.
    package var onboarding: String?
    /// The device.
    public var device = BrokerDeviceInfo()
    /// Every other member, as it came. Its description shows names only.
    public var additional = FormParameters()

    /// Makes a reply.
    public init(_ outcome: Outcome, nonce: String? = nil, correlationID: String? = nil) {
        self.outcome = outcome
        self.nonce = nonce
        self.correlationID = correlationID
    }

    /// The tokens, if it went well.
    public var tokens: BrokerTokens? {
        if case .success(let tokens) = outcome { tokens } else { nil }
    }

    /// The failure, if it did not.
    public var failure: BrokerFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }
}

extension BrokerReply {
    /// Every name that has a member of its own here.
    static let names = BrokerTokens.names.union(BrokerFailure.names).union(BrokerDeviceInfo.names).union([
        "success", "additional_tokens", "correlation_id", "broker_nonce", "application_token", "x-broker-app-ver",
        "onboardingBlob",
    ])

    /// Reads what was decrypted, or the members of an answer of the single sign-on extension.
    ///
    /// - Parameters:
    ///   - members: everything.
    ///   - dialect: whose.
    ///   - additionalTokens: the name of the tokens that came along.
    ///   - known: the names that are not kept as additional ones.
    init(
        _ members: BrokerMembers, dialect: BrokerDialect, additionalTokens name: String = "additional_tokens",
        known: Set<String> = names
    ) {
        let failed: Bool
        switch dialect {
        case .msal: failed = !members.flag("success") || members["broker_error_domain"] != nil
        // Version 2 says no success: an encrypted reply is one.
        case .adal: failed = false
        }
        if failed {
            outcome = .failure(BrokerFailure(members))
        } else {
            outcome = .success(BrokerTokens(members))
        }
        additionalTokens = members[name].flatMap { BrokerMembers(json: $0) }.map { BrokerTokens($0) }
        correlationID = members["correlation_id"]
        nonce = members["broker_nonce"]
        applicationToken = members.secret("application_token")
        brokerVersion = members["x-broker-app-ver"]
        onboarding = members["onboardingBlob"]
        device = BrokerDeviceInfo(members)
        additional = members.parameters(without: known)
    }

    /// What is encrypted.
    func members(_ dialect: BrokerDialect) -> BrokerMembers {
        var out = BrokerMembers(capacity: 40)
        write(dialect, to: &out)
        return out
    }

    /// Adds what is encrypted, or answered by the single sign-on extension.
    ///
    /// - Parameters:
    ///   - additionalTokens: the name of the tokens that come along.
    ///   - told: what is said of the device elsewhere, and need not be said here.
    func write(
        _ dialect: BrokerDialect, to out: inout BrokerMembers, additionalTokens name: String = "additional_tokens",
        besides told: BrokerDeviceInfo? = nil
    ) {
        out.put(additional)
        if device != told { device.write(to: &out) }
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
