import Foundation
import KeyfobCache

/// The telemetry of one call.
struct ADCallRecord: Sendable {
    private let call: ADCall
    private let state: ADAuthenticationContext.State
    private let correlationID: String
    private let start: Date
    private var steps: [ADTelemetryEvent] = []

    init(_ call: ADCall, state: ADAuthenticationContext.State, correlation: UUID, start: Date) {
        self.call = call
        self.state = state
        correlationID = correlation.uuidString.lowercased()
        self.start = start
    }

    /// Adds a step.
    mutating func note(_ name: String, start: Date, end: Date) {
        steps.append(ADTelemetryEvent(name, start: start, end: end, correlationID: correlationID))
    }

    /// Dispatches the events, if there are dispatchers.
    func dispatch(_ result: ADAuthenticationResult, end: Date) {
        guard ADTelemetry.sharedInstance().hasDispatchers else { return }
        var event = ADTelemetryEvent(ADTelemetryEvent.api, start: start, end: end, correlationID: correlationID)
        event["api_id"] = String(call.api)
        event["extended_expires_on_setting"] = state.extendedLifetimeEnabled ? "yes" : "no"
        event["prompt_behavior"] = Self.name(call.prompt)
        event["status"] = Self.name(result.status)
        event["is_successful"] = result.status == .succeeded ? "yes" : "no"
        event["user_cancel"] = result.status == .userCancelled ? "yes" : nil
        event["ui_event_count"] = String(steps.count { $0.name == ADTelemetryEvent.page })
        event["client_id"] = call.clientID
        event["login_hint"] = call.user?.userId
        event["user_id"] = result.tokenCacheItem?.userInformation?.userId
        event["tenant_id"] = result.tokenCacheItem?.userInformation?.tenantId
        event["authority"] = result.authority
        if let error = result.error {
            event["api_error_code"] = String(error.code)
            event["error_domain"] = error.domain
            event["error_protocol_code"] = error.protocolCode
            event["error_description"] = error.errorDetails
        }
        ADTelemetry.sharedInstance().dispatch([event] + steps)
    }

    private static func name(_ prompt: ADPromptBehavior) -> String {
        switch prompt {
        case .auto: "AD_PROMPT_AUTO"
        case .always: "AD_PROMPT_ALWAYS"
        case .refreshSession: "AD_PROMPT_REFRESH_SESSION"
        case .force: "AD_FORCE_PROMPT"
        }
    }

    private static func name(_ status: ADAuthenticationResultStatus) -> String {
        switch status {
        case .succeeded: "SUCCEEDED"
        case .userCancelled: "USER_CANCELLED"
        case .failed: "FAILED"
        }
    }
}
