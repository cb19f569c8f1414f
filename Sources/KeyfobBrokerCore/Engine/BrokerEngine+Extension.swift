package import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

extension BrokerEngine {
    /// Handles a request that came through the single sign-on extension.
    ///
    /// - Parameters:
    ///   - operation: the name of the operation.
    ///   - dictionary: the request.
    ///   - caller: the requesting app, as identified by the operating system.
    /// - Returns: the response for that app.
    package func handle(
        operation: String, dictionary: [String: String], caller: CallerIdentity
    ) async -> [String: String] {
        let received = core.now
        guard let known = SingleSignOnOperation(rawValue: operation) else {
            return failure(.deviceInfo, .unreadable("The broker knows no operation of that name."), received)
        }
        let provider = dictionary["provider_type"].flatMap(BrokerProvider.init(rawValue:)) ?? .aadV2
        let request: SingleSignOnRequest
        do throws(BrokerMessageError) {
            request = try SingleSignOnRequest(known, dictionary)
        } catch {
            report(nil, caller, .unreadable(error.message))
            return failure(known, .unreadable(error.message), received, provider)
        }
        let content: SingleSignOnResponse.Content
        do throws(AuthError) {
            content = try await self.content(of: request, caller: caller)
        } catch {
            report(request.correlationID, caller, error)
            return failure(known, error, received, provider)
        }
        // Requests for tokens are reported where they end.
        if known != .login, known != .refresh { report(request.correlationID, caller, nil) }
        return finished(known, content, received, provider)
    }

    private func content(
        of request: SingleSignOnRequest, caller: CallerIdentity
    ) async throws(AuthError) -> SingleSignOnResponse.Content {
        let app = RequestingApp(name: request.app.name ?? "", caller: caller)
        try core.configuration.policy.check(app, caller: caller)
        let accounts = BrokerAccounts(core: core)
        switch request.content {
        case .login(let wanted): return .tokens(try await tokens(wanted, request, caller, mayAsk: true))
        case .refresh(let wanted): return .tokens(try await tokens(wanted, request, caller, mayAsk: false))
        case .accounts(let query): return .accounts(try accounts.list(query, app: app, caller: caller))
        case .defaultAccount(let query):
            return .accounts(Array(try accounts.list(query, app: app, caller: caller).prefix(1)))
        case .removeAccount(let removal):
            try await accounts.remove(removal, app: app)
            return .done
        case .signOut(let removal):
            try await accounts.signOut(removal, app: app)
            return .done
        case .deviceInfo: return .done
        case .cookies(let query): return .cookies(try await accounts.cookies(query, app: app, caller: caller))
        }
    }

    private func tokens(
        _ wanted: SingleSignOnTokenRequest, _ request: SingleSignOnRequest, _ caller: CallerIdentity, mayAsk: Bool
    ) async throws(AuthError) -> BrokerResponse {
        let app = try CallerRules.app(
            redirectURI: wanted.redirectURI, hub: wanted.hub, name: request.app.name, caller: caller)
        let order = try BrokerTokenRequest(wanted, in: request, app: app, caller: caller)
        return await reply(to: order, dialect: .msal, mayAsk: mayAsk)
    }

    private func failure(
        _ operation: SingleSignOnOperation, _ error: AuthError, _ received: Int64, _ provider: BrokerProvider = .aadV2
    ) -> [String: String] {
        let failure = error.failure(.msal, user: nil)
        let content: SingleSignOnResponse.Content =
            operation == .login || operation == .refresh
            ? .tokens(BrokerResponse(.failure(failure))) : .failure(failure)
        return finished(operation, content, received, provider)
    }

    private func finished(
        _ operation: SingleSignOnOperation, _ content: SingleSignOnResponse.Content, _ received: Int64,
        _ provider: BrokerProvider
    ) -> [String: String] {
        var reply = SingleSignOnResponse(
            operation, content, device: device, brokerVersion: core.configuration.version)
        reply.provider = provider
        reply.receivedOn = received
        reply.answeredOn = core.now
        return reply.dictionary
    }
}

extension AuthError {
    fileprivate static func unreadable(_ message: String) -> AuthError {
        AuthError(.configuration, origin: .broker, message: message, remedy: "Update the app's SDK, or the broker.")
    }
}
