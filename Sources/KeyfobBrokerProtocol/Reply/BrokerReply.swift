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
    private static let names: Set<String> = [
        "success", "additional_tokens", "correlation_id", "broker_nonce", "application_token", "x-broker-app-ver",
    ]

    /// Reads what was decrypted, or the members of an answer of the single sign-on extension.
    init(_ members: BrokerMembers, dialect: BrokerDialect) {
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
        additionalTokens = members["additional_tokens"].flatMap { BrokerMembers(json: $0) }.map { BrokerTokens($0) }
        correlationID = members["correlation_id"]
        nonce = members["broker_nonce"]
        applicationToken = members.secret("application_token")
        brokerVersion = members["x-broker-app-ver"]
        device = BrokerDeviceInfo(members)
        additional =
            members.without(
                Self.names.union(BrokerTokens.names).union(BrokerFailure.names).union(BrokerDeviceInfo.names)
            ).parameters
    }

    /// What is encrypted.
    func members(_ dialect: BrokerDialect) -> BrokerMembers {
        var out = BrokerMembers(additional)
        out.merge(device.members)
        switch outcome {
        case .success(let tokens):
            out.merge(tokens.members)
            if dialect == .msal { out["success"] = "1" }
        case .failure(let failure):
            out.merge(failure.members(correlationID: correlationID, brokerVersion: brokerVersion))
            if dialect == .msal { out["success"] = "0" }
        }
        out["additional_tokens"] = additionalTokens?.members.jsonText
        out["correlation_id"] = correlationID
        out["broker_nonce"] = nonce
        out["application_token"] = applicationToken?.reveal()
        out["x-broker-app-ver"] = brokerVersion
        return out
    }
}
