import Foundation
import KeyfobADALClient
import KeyfobBackport
import KeyfobBrokerClient
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

extension ADAuthenticationContext {
    /// Performs a call, in ADAL's order: arguments, preconditions of a broker, the caches, the page.
    func perform(_ call: ADCall) async -> ADAuthenticationResult {
        let state = state.withLock { $0 }
        let correlation = state.correlationId ?? UUID()
        var record = ADCallRecord(call, state: state, correlation: correlation, start: environment.clock.now)
        let outcome: Result<ADALResult, ADAuthenticationError>
        do throws(ADAuthenticationError) {
            outcome = .success(try await token(call, state, correlation, &record))
        } catch {
            outcome = .failure(error)
        }
        let result: ADAuthenticationResult
        switch outcome {
        case .success(let token): result = ADAuthenticationResult(token)
        case .failure(let error):
            result = ADAuthenticationResult(error: error, correlationId: correlation)
            component.record(error, of: correlation)
        }
        record.dispatch(result, end: environment.clock.now)
        return result
    }

    private func token(
        _ call: ADCall, _ state: State, _ correlation: UUID, _ record: inout ADCallRecord
    ) async throws(ADAuthenticationError) -> ADALResult {
        let arguments = try ADCallArguments(call, host: host)
        if call.mayAsk, state.credentialsType == .auto, state.validateAuthority, core.kind != .adfs {
            try BrokerPreconditions.check(call.redirectURI, core, host, environment.broker)
        }
        let request = request(call, arguments, state, correlation)
        switch call.kind {
        case .silent: return try await silent(request, &record)
        case .refreshToken(let token):
            return try await calling(request) { client throws(AuthError) in
                try await client.acquireToken(refreshToken: token, request)
            }
        case .assertion(let assertion, let type):
            // A refused assertion is the server's own error: no user at a page can fix it.
            return try await calling(request, isSilent: false) { client throws(AuthError) in
                try await client.acquireToken(assertion: assertion, version: type.grant, request)
            }
        case .automatic, .interactive:
            if call.looksFirst, let token = try await silentIfPossible(request, &record) { return token }
            return try await asking(call, arguments, request, state, &record)
        }
    }

    private func silent(
        _ request: ADALRequest, _ record: inout ADCallRecord
    ) async throws(ADAuthenticationError) -> ADALResult {
        let start = environment.clock.now
        defer { record.note(ADTelemetryEvent.silent, start: start, end: environment.clock.now) }
        return try await calling(request) { client throws(AuthError) in try await client.acquireTokenSilent(request) }
    }

    /// A token from the caches; nil if only a user can provide it.
    private func silentIfPossible(
        _ request: ADALRequest, _ record: inout ADCallRecord
    ) async throws(ADAuthenticationError) -> ADALResult? {
        do throws(ADAuthenticationError) {
            return try await silent(request, &record)
        } catch {
            guard error.authError?.code == .interactionRequired,
                error.code == ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue
            else { throw error }
            return nil
        }
    }

    /// Shows the page, one at a time.
    private func asking(
        _ call: ADCall, _ arguments: ADCallArguments, _ request: ADALRequest, _ state: State,
        _ record: inout ADCallRecord
    ) async throws(ADAuthenticationError) -> ADALResult {
        guard let redirectURI = arguments.redirectURI else {
            throw .invalidArgument("The argument redirectUri is missing. Pass the registered redirect URI.")
        }
        guard !host.isAppExtension else {
            throw ADAuthenticationError(
                code: .ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION,
                errorDetails: "An app extension shows no sign-in page. Let the user sign in in the app itself.")
        }
        guard host.sessions.begin() else {
            throw ADAuthenticationError(
                code: .ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS,
                errorDetails: "Another sign-in is under way. Wait until it ends, then call again.")
        }
        defer { host.sessions.end() }
        var interactive = ADALInteractiveRequest(request, redirectURI: redirectURI, prompt: call.prompt.wire)
        interactive.extraParameters = arguments.extraParameters
        interactive.brokerUse = state.credentialsType == .auto ? .automatic : .never
        interactive.forcesBrokerPrompt = call.prompt == .force
        interactive.userAgent = (state.userAgent ?? ownView() ?? environment.userAgent).map {
            NotifyingUserAgent(base: $0, sessions: host.sessions)
        }
        let start = environment.clock.now
        defer { record.note(ADTelemetryEvent.page, start: start, end: environment.clock.now) }
        return try await presenting(interactive, state.credentialsType)
    }

    /// Lets ``ADSessions/cancel()``, and the cancellation of the caller's task, end the sign-in.
    private func presenting(
        _ interactive: ADALInteractiveRequest, _ type: ADCredentialsType
    ) async throws(ADAuthenticationError) -> ADALResult {
        let client = client
        let task = Task { () async -> Result<ADALResult, AuthError> in
            do throws(AuthError) {
                return .success(try await client.acquireToken(interactive))
            } catch {
                return .failure(error)
            }
        }
        host.sessions.whenCanceled { task.cancel() }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        switch outcome {
        case .success(let token): return token
        case .failure(let error):
            throw ADAuthenticationError(
                BrokerAdvice.add(to: error, type), isSilent: false, userID: interactive.request.user?.id)
        }
    }

    private func calling(
        _ request: ADALRequest, isSilent: Bool = true, _ body: (ADALClient) async throws(AuthError) -> ADALResult
    ) async throws(ADAuthenticationError) -> ADALResult {
        do throws(AuthError) {
            return try await body(client)
        } catch {
            throw ADAuthenticationError(error, isSilent: isSilent, userID: request.user?.id)
        }
    }

    private func request(
        _ call: ADCall, _ arguments: ADCallArguments, _ state: State, _ correlation: UUID
    ) -> ADALRequest {
        var request = ADALRequest(
            authority: core, clientID: arguments.clientID,
            appIdentifier: host.appIdentifier ?? arguments.redirectURI?.value ?? arguments.clientID,
            resource: arguments.resource, user: call.user?.core)
        request.validatesAuthority = state.validateAuthority
        request.claims = arguments.claims
        request.capabilities = state.clientCapabilities ?? []
        request.forceRefresh = call.forceRefresh
        request.extendedLifetimeEnabled = state.extendedLifetimeEnabled
        request.expirationBuffer = Double(ADAuthenticationSettings.sharedInstance().expirationBuffer)
        request.correlationID = correlation.uuidString.lowercased()
        return request
    }
}

extension ADPromptBehavior {
    /// The value of the `prompt` parameter.
    fileprivate var wire: Prompt? {
        switch self {
        case .auto: nil
        case .always, .force: .login
        case .refreshSession: .refreshSession
        }
    }
}
