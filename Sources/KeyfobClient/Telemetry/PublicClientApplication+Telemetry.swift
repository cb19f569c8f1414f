import Foundation
import KeyfobCore
import KeyfobOAuth

extension PublicClientApplication {
    /// Runs a call and tells the app's telemetry what became of it.
    ///
    /// - Parameter correlationID: the caller's own; one is made up if it is nil, and handed to the work.
    func observed(
        _ call: ClientCall, _ correlationID: String?,
        _ work: @Sendable (String) async throws(AuthError) -> TokenResult
    ) async throws(AuthError) -> TokenResult {
        let id = correlationID ?? environment.random.uuid()
        let start = environment.clock.now
        do throws(AuthError) {
            let result = try await work(id)
            if call == .silent, result.source == .cache { requestTelemetry.countSilentSuccess() }
            tell(call, id, since: start, .result(result))
            return result
        } catch {
            let error = error.correlated(id)
            tell(call, id, since: start, .failed(error))
            log(.error, "\(call.name) failed: \(error.code).", correlationID: id)
            throw error
        }
    }

    /// Tells the app's telemetry of a call.
    func tell(_ call: ClientCall, _ correlationID: String, since start: Date, _ outcome: TelemetryEvent.Outcome) {
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

    /// What a token request says of the SDK, the call and the calls before it, in header fields.
    func headerFields(_ call: ClientCall, _ cause: RefreshCause = .none, account: Account? = nil) -> HTTPFields {
        var fields = PlatformFields.fields
        fields.set("x-app-name", configuration.appIdentifier)
        if let account, let mailbox = Self.anchorMailbox(account) { fields.set("X-AnchorMailbox", mailbox) }
        fields.set("x-client-current-telemetry", RequestTelemetry.current(call, cause))
        fields.set("x-client-last-telemetry", requestTelemetry.last)
        return fields
    }

    /// By which the service finds the account's own servers: `Oid:UID@UTID`, or `UPN:NAME` while there is no identifier.
    static func anchorMailbox(_ account: Account) -> String? {
        guard let identifier = account.knownIdentifier else { return account.username.map { "UPN:\($0)" } }
        guard let dot = identifier.lastIndex(of: ".") else { return nil }
        return "Oid:\(identifier[..<dot])@\(identifier[identifier.index(after: dot)...])"
    }
}

extension ClientEnvironment {
    /// Whether anybody hears of calls.
    var isObserved: Bool { telemetry != nil || !telemetryListeners.isEmpty }
}

extension ClientConfiguration {
    /// The query of requests to the service: which part of it, and what the app sends along.
    func query(_ extra: [String: String]) -> FormParameters {
        var out = slice?.parameters ?? FormParameters()
        for (name, value) in extra.sorted(by: { $0.key < $1.key }) { out.set(name, value) }
        return out
    }
}
