import KeyfobCore

/// A response of the single sign-on extension: a dictionary of texts.
package struct SingleSignOnResponse: Sendable, Hashable {
    /// The content of a response.
    package enum Content: Sendable, Hashable {
        /// For `login` and `refresh`: tokens or a failure, and what both have in common.
        case tokens(BrokerResponse)
        /// For the queries for accounts; at most one for the default account.
        case accounts([BrokerAccount])
        /// For `get_sso_cookies`.
        case cookies(SingleSignOnCookies)
        /// For every other operation: it succeeded.
        case done
        /// The operation failed.
        case failure(BrokerResponseError)
    }

    /// The requested operation.
    package var operation: SingleSignOnOperation
    /// The content of the response.
    package var content: Content
    /// The device information.
    package var device: BrokerDeviceInfo
    /// The broker's version (`client_app_version`).
    package var brokerVersion: String?
    /// `request_received_timestamp`, in seconds since 1970.
    package var receivedOn: Int64?
    /// `response_gen_timestamp`, in seconds since 1970.
    package var answeredOn: Int64?
    /// The provider of the tokens; contained in every response to `login` and `refresh`.
    package var provider = BrokerProvider.aadV2

    /// Makes a response.
    package init(
        _ operation: SingleSignOnOperation, _ content: Content, device: BrokerDeviceInfo = BrokerDeviceInfo(),
        brokerVersion: String? = nil
    ) {
        self.operation = operation
        self.content = content
        self.device = device
        self.brokerVersion = brokerVersion
    }
}

extension SingleSignOnResponse.Content {
    /// Adds the broker's version to a failure without one: the extension's response contains it once.
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

extension SingleSignOnResponse {
    /// The protocol spells the name this way.
    private static let additionalTokens = "additional_token_reponse"
    private static let providerType = "provider_type"
    private static let names = BrokerResponse.names.union([
        additionalTokens, "operation", "operation_response_type", "client_app_version", "request_received_timestamp",
        "response_gen_timestamp", providerType,
    ])

    /// The dictionary.
    package var dictionary: [String: String] {
        var out = BrokerMembers(capacity: 48)
        var isSuccess = true
        switch content {
        case .tokens(let reply):
            isSuccess = reply.failure == nil
            write(reply, to: &out)
        case .accounts(let accounts) where operation == .defaultAccount:
            // Without an account no member is written that could be read as one: apps take that for no account.
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

    private func write(_ reply: BrokerResponse, to out: inout BrokerMembers) {
        reply.write(.msal, to: &out, additionalTokens: Self.additionalTokens, besides: device)
        out.put(Self.providerType, provider.rawValue)
        // Apps percent-decode this member once more.
        out.put("error_description", reply.failure?.text.map { PercentEncoding.encode($0) })
        guard var tokens = reply.additionalTokens?.members else { return }
        tokens.put(Self.providerType, provider.rawValue)
        out.put(Self.additionalTokens, tokens.jsonText)
    }

    /// Reads a dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: the response.
    ///   - operation: the requested operation.
    /// - Throws: ``BrokerMessageError`` if it is for another operation, or is malformed.
    package init(
        _ dictionary: [String: String], answering operation: SingleSignOnOperation
    ) throws(BrokerMessageError) {
        let members = BrokerMembers(dictionary)
        guard members["operation"] == nil || members["operation"] == operation.rawValue else {
            throw BrokerMessageError("The response is for another operation than the requested one.")
        }
        guard members["success"] != nil else { throw BrokerMessageError("The response does not state its outcome.") }
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
                try BrokerResponse(members, dialect: .msal, additionalTokens: Self.additionalTokens, known: Self.names))
        }
        if operation == .defaultAccount, members["broker_error_domain"] == nil {
            return .accounts(BrokerAccount(members).map { [$0] } ?? [])
        }
        guard members.flag("success") else { return .failure(BrokerResponseError(members)) }
        switch operation {
        case .accounts: return .accounts(try accounts(members["accounts"]))
        case .cookies:
            guard let cookies = members["sso_cookies"].flatMap({ SingleSignOnCookies(json: $0) }) else {
                throw BrokerMessageError("The response's sso_cookies are not the expected JSON.")
            }
            return .cookies(cookies)
        default: return .done
        }
    }

    private static func accounts(_ text: String?) throws(BrokerMessageError) -> [BrokerAccount] {
        guard let text else { return [] }
        guard let list = (try? JSONValue(parsing: text))?.arrayValue else {
            throw BrokerMessageError("The response's accounts are not a JSON list.")
        }
        return list.compactMap { BrokerAccount(json: $0) }
    }
}

/// The kind of provider of the single sign-on extension's tokens (`provider_type`). It determines how apps read the
/// whole response, including failures, so that a response repeats the request's value.
package enum BrokerProvider: String, Sendable, Hashable, CaseIterable {
    /// The Microsoft identity platform, for apps that ask for a resource.
    case aadV1 = "provider_aad_v1"
    /// The Microsoft identity platform.
    case aadV2 = "provider_aad_v2"
    /// Azure AD B2C.
    case b2c = "provider_b2c"
    /// Microsoft Entra External ID.
    case ciam = "provider_ciam"
}
