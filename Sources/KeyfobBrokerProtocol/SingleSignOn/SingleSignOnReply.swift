import KeyfobCore

/// What the single sign-on extension answers: a dictionary of texts.
public struct SingleSignOnReply: Sendable, Hashable {
    /// The answer itself.
    public enum Content: Sendable, Hashable {
        /// To `login` and `refresh`: tokens or a failure, and what comes with both.
        case tokens(BrokerReply)
        /// To the questions about accounts; at most one to the question for the default one.
        case accounts([BrokerAccount])
        /// To `get_sso_cookies`.
        case cookies(SingleSignOnCookies)
        /// To everything else: it is done.
        case done
        /// It went wrong.
        case failure(BrokerFailure)
    }

    /// What was asked.
    public var operation: SingleSignOnOperation
    /// The answer itself.
    public var content: Content
    /// The device.
    public var device: BrokerDeviceInfo
    /// The broker's version (`client_app_version`).
    public var brokerVersion: String?
    /// `request_received_timestamp`, in seconds since 1970.
    public var receivedOn: Int64?
    /// `response_gen_timestamp`, in seconds since 1970.
    public var answeredOn: Int64?
    /// Whose tokens they are; said with every answer to `login` and `refresh`.
    package var provider = BrokerProvider.aadV2

    /// Makes an answer.
    public init(
        _ operation: SingleSignOnOperation, _ content: Content, device: BrokerDeviceInfo = BrokerDeviceInfo(),
        brokerVersion: String? = nil
    ) {
        self.operation = operation
        self.content = content
        self.device = device
        self.brokerVersion = brokerVersion
    }
}

extension SingleSignOnReply.Content {
    /// With the broker's version in a failure that does not say it itself: the extension says it once for the answer.
    fileprivate func naming(_ version: String?) -> Self {
        switch self {
        case .failure(var failure) where failure.brokerVersion == nil:
            failure.brokerVersion = version
            return .failure(failure)
        case .tokens(var reply):
            guard case .failure(var failure) = reply.outcome, failure.brokerVersion == nil else { return self }
            failure.brokerVersion = version
            reply.outcome = .failure(failure)
            return .tokens(reply)
        default: return self
        }
    }
}

extension SingleSignOnReply {
    /// Its name is spelt so here.
    private static let additionalTokens = "additional_token_reponse"
    private static let providerType = "provider_type"
    private static let names = BrokerReply.names.union([
        additionalTokens, "operation", "operation_response_type", "client_app_version", "request_received_timestamp",
        "response_gen_timestamp", providerType,
    ])

    /// The dictionary.
    public var dictionary: [String: String] {
        var out = BrokerMembers(capacity: 48)
        var isSuccess = true
        switch content {
        case .tokens(let reply):
            isSuccess = reply.failure == nil
            write(reply, to: &out)
        case .accounts(let accounts) where operation == .defaultAccount:
            // Without an account there is nothing that could be read as one: apps take that for none.
            isSuccess = !accounts.isEmpty
            accounts.first?.write(to: &out)
        case .accounts(let accounts): out.put("accounts", JSONValue.array(accounts.map(\.json)).text())
        case .cookies(let cookies): out.put("sso_cookies", cookies.jsonText)
        case .done: break
        case .failure(let failure):
            out = failure.members(correlationID: nil, brokerVersion: brokerVersion)
            isSuccess = false
        }
        device.write(to: &out)
        out.put("operation", operation.rawValue)
        out.put("operation_response_type", operation.responseType)
        out.put("success", isSuccess ? "1" : "0")
        out.put("client_app_version", brokerVersion)
        out.put("request_received_timestamp", receivedOn.map { String($0) })
        out.put("response_gen_timestamp", answeredOn.map { String($0) })
        return out.dictionary
    }

    private func write(_ reply: BrokerReply, to out: inout BrokerMembers) {
        reply.write(.msal, to: &out, additionalTokens: Self.additionalTokens, besides: device)
        out.put(Self.providerType, provider.rawValue)
        // Apps decode this one member once more.
        out.put("error_description", reply.failure?.text.map { PercentEncoding.encode($0) })
        guard var tokens = reply.additionalTokens?.members else { return }
        tokens.put(Self.providerType, provider.rawValue)
        out.put(Self.additionalTokens, tokens.jsonText)
    }

    /// Reads a dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: the answer.
    ///   - operation: what was asked.
    /// - Throws: ``BrokerMessageError`` if it answers something else, or is not in its form.
    public init(
        _ dictionary: [String: String], answering operation: SingleSignOnOperation
    ) throws(BrokerMessageError) {
        let members = BrokerMembers(dictionary)
        guard members["operation"] == nil || members["operation"] == operation.rawValue else {
            throw BrokerMessageError("The answer is to another operation than the one asked for.")
        }
        guard members["success"] != nil else { throw BrokerMessageError("The answer does not say how it went.") }
        let content = try Self.content(members, operation).naming(members["client_app_version"])
        var device: BrokerDeviceInfo?
        if case .tokens(let reply) = content { device = reply.device }
        self.init(
            operation, content, device: device ?? BrokerDeviceInfo(members),
            brokerVersion: members["client_app_version"])
        receivedOn = members.seconds("request_received_timestamp")
        answeredOn = members.seconds("response_gen_timestamp")
        provider = members[Self.providerType].flatMap(BrokerProvider.init(rawValue:)) ?? .aadV2
    }

    private static func content(
        _ members: BrokerMembers, _ operation: SingleSignOnOperation
    ) throws(BrokerMessageError) -> Content {
        if operation == .login || operation == .refresh {
            var members = members
            if let text = members["error_description"], let decoded = PercentEncoding.decode(text) {
                members["error_description"] = decoded
            }
            return .tokens(
                BrokerReply(members, dialect: .msal, additionalTokens: Self.additionalTokens, known: Self.names))
        }
        if operation == .defaultAccount, members["broker_error_domain"] == nil {
            return .accounts(BrokerAccount(members).map { [$0] } ?? [])
        }
        guard members.flag("success") else { return .failure(BrokerFailure(members)) }
        switch operation {
        case .accounts: return .accounts(try accounts(members["accounts"]))
        case .cookies:
            guard let cookies = members["sso_cookies"].flatMap({ SingleSignOnCookies(json: $0) }) else {
                throw BrokerMessageError("The answer's sso_cookies are not the JSON expected.")
            }
            return .cookies(cookies)
        default: return .done
        }
    }

    private static func accounts(_ text: String?) throws(BrokerMessageError) -> [BrokerAccount] {
        guard let text else { return [] }
        guard let list = (try? JSONValue(parsing: text))?.arrayValue else {
            throw BrokerMessageError("The answer's accounts are not a JSON list.")
        }
        return list.compactMap { BrokerAccount(json: $0) }
    }
}
