import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// A user agent's session and the redirects that it may accept.
struct Browser: Sendable {
    let session: any UserAgentSession
    let accepting: @Sendable (String) -> RedirectDecision
    var checksRegistration = false
}

extension FlowDriver {
    /// Runs a flow to its end: each action returns the next event, until one finishes or fails.
    func run(
        _ flow: some Flow, from first: FlowEvent = .start, metadata: ProviderMetadata, dialect: OAuthDialect = .v2,
        browser: Browser? = nil,
        prompt: (@Sendable (UserCodePrompt) async -> Void)? = nil,
        keeping: (@Sendable (RefreshTokenSuccessor) async -> Void)? = nil
    ) async throws(AuthError) -> FlowResult {
        var flow = flow
        var metadata = metadata
        var event: FlowEvent? = first
        while let current = event {
            event = nil
            for action in flow.handle(current, at: clock.now) {
                switch action {
                case .finish(var result):
                    result.storedEnvironment = knowledge.cloud(of: result.authority.environment).preferredCache
                    return result
                case .fail(let error): throw error
                case .replaceRefreshToken(let successor): await keeping?(successor)
                case .prompt(let code): await prompt?(code)
                case .present(let url): event = await present(url, browser)
                case .send(let request): event = await send(request)
                case .discover(let authority):
                    metadata = try await self.metadata(for: authority, dialect: dialect)
                    event = .discovered(metadata)
                case .fetchKeys(let refresh): event = await fetchKeys(metadata, refresh: refresh)
                case .wait(let seconds): event = await wait(seconds)
                }
            }
        }
        throw .endedWithoutResult
    }

    private func present(_ url: HTTPURL, _ browser: Browser?) async -> FlowEvent {
        guard let browser else {
            return .failed(
                AuthError(.userAgentUnavailable, origin: .userAgent, message: "There is no browser to sign in with."))
        }
        if browser.checksRegistration, browser.session.receivesOnlyRedirects,
            let refusal = await RegistrationCheck(transport: transport).refusal(of: url)
        {
            return .failed(refusal)
        }
        return await show(url, browser)
    }

    private func show(_ url: HTTPURL, _ browser: Browser) async -> FlowEvent {
        do throws(AuthError) {
            return .redirected(try await browser.session.present(url, accepting: browser.accepting))
        } catch {
            return .failed(error)
        }
    }

    private func send(_ request: HTTPRequest) async -> FlowEvent {
        do throws(TransportError) {
            return .response(try await transport.send(request))
        } catch {
            return .transportFailed(error)
        }
    }

    private func fetchKeys(_ metadata: ProviderMetadata, refresh: Bool) async -> FlowEvent {
        do throws(AuthError) {
            return .keys(try await keys(of: metadata, refresh: refresh))
        } catch {
            return .failed(error)
        }
    }

    private func wait(_ seconds: Double) async -> FlowEvent {
        do throws(AuthError) {
            try await pause.wait(seconds: seconds)
            return .waited
        } catch {
            return .failed(error)
        }
    }
}

extension Result where Failure == AuthError {
    /// The error, if it is one.
    var failure: AuthError? { if case .failure(let error) = self { error } else { nil } }
}

extension AuthError {
    static var endedWithoutResult: AuthError {
        AuthError(
            .invalidResponse, origin: .app, message: "The sign-in ended without a result.", remedy: "Start it again.")
    }
}
