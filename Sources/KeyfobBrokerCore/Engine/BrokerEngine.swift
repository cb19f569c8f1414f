package import KeyfobBrokerProtocol
import KeyfobCache
package import KeyfobCore
import KeyfobOAuth

/// The broker: handles apps' requests over either channel.
///
/// The caller rules determine where a response goes, never what a message states about its sender:
/// - a request over a URL gets its response as a URL at its redirect URI, encrypted with the key in the request; if the
///   operating system reports the sender, the redirect URI has to be that app's;
/// - a request through the single sign-on extension gets its response to the app that the operating system identified.
package final class BrokerEngine: Sendable {
    /// The outcome of handling a URL.
    package enum URLResult: Sendable {
        /// Open this URL: it contains the encrypted response.
        case open(Secret<String>)
        /// Nothing is opened: the URL is not a request, or no response can be sent.
        case refused(AuthError)
    }

    let core: BrokerCore
    private let identity: BrokerIdentity

    /// Makes a broker.
    ///
    /// - Parameters:
    ///   - environment: the broker's dependencies.
    ///   - configuration: its settings.
    ///   - identity: which URLs it handles.
    package init(environment: BrokerEnvironment, configuration: BrokerConfiguration, identity: BrokerIdentity) {
        core = BrokerCore(environment, configuration)
        self.identity = identity
    }

    /// The accounts that the broker holds.
    package var accounts: [VaultAccount] { core.vault.state.accounts }

    /// Handles a URL.
    ///
    /// - Parameters:
    ///   - url: the URL, as the operating system delivered it.
    ///   - caller: the app that opened it, if the operating system reports it.
    package func handle(url: String, caller: CallerIdentity?) async -> URLResult {
        let request: BrokerRequest
        do throws(BrokerMessageError) {
            request = try BrokerRequest(url: url, to: identity)
        } catch {
            report(nil, caller, .noRequest(error))
            return responseUnreadable(url, .noRequest(error), caller)
        }
        let app: RequestingApp
        do throws(AuthError) {
            app = try CallerRules.app(
                redirectURI: request.redirectURI, hub: request.hub, name: request.app.name, caller: caller)
        } catch {
            await showRefusal(
                error, RequestingApp(name: "", bundleID: caller?.bundleID ?? "unknown", isVerified: false),
                isNamed: caller != nil)
            report(request.correlationID, caller, error)
            return .refused(error)
        }
        var reply = await reply(to: request, app: app, caller: caller)
        let binding = ApplicationTokens.Binding(
            clientID: request.clientID, bundleID: app.bundleID, keyThumbprint: request.key.thumbprint)
        if reply.failure == nil { reply.applicationToken = tokens.issue(binding, random: core.environment.random) }
        do throws(BrokerExchangeError) {
            return .open(Secret(try reply.url(answering: request)))
        } catch {
            return .refused(error.authError)
        }
    }

    /// Returns an error to an app whose request cannot be read, if possible: otherwise the app would wait forever.
    private func responseUnreadable(_ url: String, _ error: AuthError, _ caller: CallerIdentity?) -> URLResult {
        guard let request = BrokerRequest(answerableAt: url, to: identity),
            (try? CallerRules.app(redirectURI: request.redirectURI, hub: nil, name: nil, caller: caller)) != nil,
            let reply = try? described(
                BrokerResponse(.failure(error.failure(request.dialect, user: nil))), request.correlationID
            ).url(answering: request)
        else { return .refused(error) }
        return .open(Secret(reply))
    }

    private var tokens: ApplicationTokens { ApplicationTokens(key: core.vault.state.applicationTokenKey) }

    private func reply(to request: BrokerRequest, app: RequestingApp, caller: CallerIdentity?) async -> BrokerResponse {
        do throws(AuthError) {
            try core.configuration.policy.check(app, caller: caller)
            var order = try BrokerTokenRequest(request, app: app, caller: caller)
            if let token = request.applicationToken {
                order.isKnownApp = try tokens.isGood(
                    token,
                    for: ApplicationTokens.Binding(
                        clientID: request.clientID, bundleID: app.bundleID, keyThumbprint: request.key.thumbprint))
            }
            return await reply(to: order, dialect: request.dialect, mayAsk: true)
        } catch {
            report(request.correlationID, caller, error)
            return described(BrokerResponse(.failure(error.failure(request.dialect, user: nil))), request.correlationID)
        }
    }

    /// Gets tokens, and returns the response with them or with the failure.
    func reply(
        to order: BrokerTokenRequest, dialect: KeyfobBrokerProtocol.BrokerDialect, mayAsk: Bool
    ) async -> BrokerResponse {
        var reply: BrokerResponse
        var settled: VaultAccount?
        do throws(AuthError) {
            let answer = try await answer(to: order, mayAsk: mayAsk, settling: &settled)
            report(order.correlationID, order.caller, nil)
            reply = BrokerResponse(.success(answer.tokens(for: order)))
            if answer.declinedScopes.isEmpty {
                reply.additionalTokens = await protectionToken(order, answer.homeAccountID)
            } else {
                // The granted scopes come as additional tokens, the only place for them; the app requested more.
                reply.additionalTokens = reply.tokens
                reply.outcome = .failure(answer.declined(dialect))
            }
        } catch {
            report(order.correlationID, order.caller, error)
            let account = settled.flatMap { isVisible($0, to: order) ? $0 : nil }
            reply = BrokerResponse(.failure(error.failure(dialect, user: account)))
            if error.code == .protectionPoliciesRequired {
                reply.additionalTokens = await protectionToken(order, account?.homeAccountID)
            }
        }
        reply.onboarding = order.onboarding
        return described(reply, order.correlationID)
    }

    /// Returns whether an error may name the account of the request: the user lets the app use it (over URLs, under that
    /// key), and no rule of the administrator forbids it.
    private func isVisible(_ account: VaultAccount, to order: BrokerTokenRequest) -> Bool {
        let state = core.vault.state
        guard
            order.isLet(to: account, in: state, asksBeforeFirstUse: core.configuration.asksBeforeFirstUse)
                || state.consents.contains(order.consent(to: account))
        else { return false }
        do throws(AuthError) {
            try core.rules.check(order.app, caller: order.caller, account)
            return true
        } catch {
            return false
        }
    }

    /// - Parameter account: set to the account that the request is for, as soon as it is known.
    private func answer(
        to order: BrokerTokenRequest, mayAsk: Bool, settling account: inout VaultAccount?
    ) async throws(AuthError) -> BrokerTokenResponse {
        try core.admit(order.authority)
        guard mayAsk, order.prompt != Prompt.none else {
            let silent = SilentTokens(core: core)
            account = silent.account(for: order, in: core.vault.state)
            return try await silent.tokens(for: order)
        }
        var settled: VaultAccount?
        defer { account = settled }
        return try await core.windows.with(order.app, isNamed: order.caller != nil) {
            () async throws(AuthError) -> BrokerTokenResponse in
            let screen = try await core.environment.screen.open(
                WindowReason(app: order.app, channel: order.channel))
            let result: Result<BrokerTokenResponse, AuthError>
            do throws(AuthError) {
                let signIn = InteractiveSignIn(core: core, order: order, screen: screen)
                result = .success(try await signIn.run(settling: &settled))
            } catch {
                result = .failure(error)
            }
            await screen.close()
            return try result.get()
        }
    }

    /// Returns a token for the app-protection service, if the app has its SDK: the app enrols with it and repeats its
    /// request.
    private func protectionToken(_ order: BrokerTokenRequest, _ homeAccountID: String?) async -> BrokerTokens? {
        guard !order.intune.resources.isEmpty, let homeAccountID,
            let account = core.vault.state.account(
                homeAccountID, at: core.environmentName(order.authority.environment)),
            let resource = order.intune.resources[order.authority.environment]
                ?? order.intune.resources[account.environment]
        else { return nil }
        var service = order
        service.scopes = ["\(resource)/.default"]
        service.resource = nil
        service.claims = nil
        service.hasClaimsChallenge = false
        service.binding = nil
        service.intune = IntuneContext()
        service.user = BrokerUser(homeAccountID: homeAccountID)
        service.skipsCache = false
        return try? await SilentTokens(core: core).tokens(for: service).tokens(for: service)
    }

    /// Tells the device's owner how a request has ended.
    func report(_ correlationID: String?, _ caller: CallerIdentity?, _ error: AuthError?) {
        core.environment.handled?(
            HandledBrokerRequest(correlationID: correlationID, bundleID: caller?.bundleID, error: error))
    }

    private func described(_ reply: consuming BrokerResponse, _ correlationID: String) -> BrokerResponse {
        reply.correlationID = correlationID
        reply.brokerVersion = core.configuration.version
        reply.device = device
        return reply
    }

    private static let otherAccountKinds: Set<String> = ["b2c", "ciam", "adfs"]

    /// The device information that apps get.
    var device: BrokerDeviceInfo {
        let state = core.vault.state
        var info = BrokerDeviceInfo()
        info.mode = state.isShared || core.configuration.policy.isSharedDevice ? .shared : .personal
        info.extensionMode = .full
        info.isRegistered = !state.registrations.isEmpty
        info.brokerVersion = core.configuration.version
        info.otherAccountKinds = Self.otherAccountKinds
        return info
    }

    /// Shows the user why a request was refused.
    private func showRefusal(_ error: AuthError, _ app: RequestingApp, isNamed: Bool) async {
        try? await core.windows.with(app, isNamed: isNamed) { () async throws(AuthError) in
            let screen = try await core.environment.screen.open(WindowReason(app: app, channel: .url))
            let notice = QuestionPage.notice("This request was refused", [error.message, error.remedy ?? ""])
            _ = try? await screen.show(notice.page)
            await screen.close()
        }
    }
}

extension AuthError {
    fileprivate static func noRequest(_ error: BrokerMessageError) -> AuthError {
        AuthError(
            .configuration, origin: .broker, message: "The opened URL is not a broker request: \(error.message)",
            remedy: "Update the app's SDK.", cause: error)
    }
}
