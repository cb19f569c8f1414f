import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Reports an application's calls: to the app's telemetry, and to the server's with the next request.
struct CallTelemetry: ClientPart {
    let context: ClientContext
    let requests = RequestTelemetry()

    /// Runs a call and reports its outcome to the app's telemetry.
    ///
    /// - Parameter correlationID: the caller's own; one is made up if it is nil, and passed to the work.
    func observed(
        _ call: ClientCall, _ correlationID: String?,
        _ work: @Sendable (String) async throws(AuthError) -> TokenResult
    ) async throws(AuthError) -> TokenResult {
        let id = correlationID ?? environment.random.uuid()
        let start = environment.clock.now
        do throws(AuthError) {
            let result = try await work(id)
            if call == .silent, result.source == .cache { requests.countSilentSuccess() }
            report(call, id, since: start, .result(result))
            return result
        } catch {
            let error = error.correlated(id)
            report(call, id, since: start, .failed(error))
            log(.error, "\(call.name) failed: \(error.code).", correlationID: id)
            throw error
        }
    }

    /// Reports a call to the app's telemetry.
    func report(_ call: ClientCall, _ correlationID: String, since start: Date, _ outcome: TelemetryEvent.Outcome) {
        guard environment.isObserved else { return }
        let end = environment.clock.now
        for hook in [environment.telemetry].compactMap({ $0 }) + environment.telemetryListeners {
            let event = TelemetryEvent(
                call, correlationID: correlationID, startedAt: start, endedAt: end, clientID: configuration.clientID,
                outcome: outcome, includesPII: hook.includesPII)
            guard !event.isSuccess || !hook.onlyFailures else { continue }
            hook.receive(event)
        }
    }

    /// The header fields of a token request that describe the SDK, the call and the calls before it.
    func headerFields(
        _ call: ClientCall, _ cause: RefreshCause = .none, at authority: Authority, account: Account? = nil
    ) -> HTTPFields {
        var fields = clientFields(at: authority, account: account)
        fields.set("x-client-current-telemetry", RequestTelemetry.current(call, cause))
        fields.set("x-client-last-telemetry", requests.last)
        return fields
    }

    /// The parameters of the authorization request that describe the SDK, the app and the account; none for a provider
    /// that is not of the Microsoft identity platform's kind.
    func authorizationParameters(at authority: Authority, account: Account?) -> FormParameters {
        guard authority.kind != .openID else { return FormParameters() }
        var out = FormParameters(clientFields(at: authority, account: account).pairs.map { ($0.name, $0.value) })
        out.set(ClientFields.returnsRequestID, "true")
        out.set(ClientFields.isEmbedded, "1")
        return out
    }

    private func clientFields(at authority: Authority, account: Account?) -> HTTPFields {
        var fields = PlatformFields.fields
        fields.set(ClientFields.app, configuration.appIdentifier)
        if authority.kind != .openID, let version = environment.appVersion {
            fields.set(ClientFields.appVersion, version)
        }
        if let account, let mailbox = Self.anchorMailbox(account) { fields.set(ClientFields.mailbox, mailbox) }
        return fields
    }

    /// The value by which the service finds the account's own servers: `Oid:UID@UTID`, or `UPN:NAME` without an
    /// identifier.
    private static func anchorMailbox(_ account: Account) -> String? {
        guard let identifier = account.knownIdentifier else { return account.username.map { "UPN:\($0)" } }
        guard let dot = identifier.lastIndex(of: ".") else { return nil }
        return "Oid:\(identifier[..<dot])@\(identifier[identifier.index(after: dot)...])"
    }

    /// Runs a flow, and records its failure for the next request's telemetry.
    func reporting(
        _ call: ClientCall, _ correlationID: String, _ flow: () async throws(AuthError) -> FlowResult
    ) async throws(AuthError) -> FlowResult {
        do throws(AuthError) {
            let result = try await flow()
            requests.wasSent()
            return result
        } catch {
            requests.note(error, call, correlationID)
            throw error
        }
    }
}
