public import Foundation
public import KeyfobCore

/// The outcome of one call, as a value for the app's own telemetry. Keyfob does not send it anywhere.
public struct TelemetryEvent: Sendable, Hashable {
    /// The kind of call.
    public var call: ClientCall
    /// The id of the call in the server's log.
    public var correlationID: String
    /// When it began.
    public var startedAt: Date
    /// How long it took, in seconds by the injected clock.
    public var seconds: Double
    /// The source of the result; nil if the call failed or has no such result.
    public var source: TokenResult.Source?
    /// The error of the call; nil if it succeeded.
    public var errorCode: AuthError.Code?
    /// Why the call's tokens could not be stored; nil if they were, or there was nothing to store.
    public var storeFailure: AuthError.Code?
    /// The server's `error` and `suberror`, if it returned one.
    public var serverError: String?
    /// The numbers of the server's error: 50126 means AADSTS50126.
    public var serverCodes: [Int]
    /// The HTTP status of the server's error; nil if there was none.
    public var status: Int?
    /// Whether the error is the stored one of an equal request.
    public var isThrottleHit: Bool
    /// The app's client id.
    public var clientID: String
    /// The account's identifier; nil unless the app turned on events that identify users.
    public var accountIdentifier: String?
    /// The tenant; nil unless the app turned on events that identify users or organizations.
    public var tenantID: String?

    /// Whether the call succeeded.
    public var isSuccess: Bool { errorCode == nil }

    /// The event as names and values, for a hook that takes only those; unknown values are left out.
    public var properties: [String: String] {
        var out = [
            "event_name": call.name, "api_id": String(call.rawValue), "correlation_id": correlationID,
            "start_time": startedAt.formatted(.iso8601),
            "response_time": String(Int64(clamping: seconds * 1000)),
            "client_id": clientID, "status": isSuccess ? "succeeded" : "failed",
            "is_successful": isSuccess ? "yes" : "no",
        ]
        out["source"] = source?.rawValue
        out["error_code"] = errorCode?.rawValue
        out["store_error_code"] = storeFailure?.rawValue
        out["oauth_error_code"] = serverError
        if !serverCodes.isEmpty { out["server_error_code"] = serverCodes.map(String.init).joined(separator: ",") }
        out["response_code"] = status.map(String.init)
        if isThrottleHit { out["throttling_cache_hit"] = "yes" }
        out["user_id"] = accountIdentifier
        out["tenant_id"] = tenantID
        return out
    }

    init(
        _ call: ClientCall, correlationID: String, startedAt: Date, endedAt: Date, clientID: String,
        outcome: Outcome, includesPII: Bool
    ) {
        self.call = call
        self.correlationID = correlationID
        self.startedAt = startedAt
        seconds = min(max(endedAt.timeIntervalSince(startedAt), 0), 1e9)
        self.clientID = clientID
        let result: TokenResult? = if case .result(let result) = outcome { result } else { nil }
        let error: AuthError? = if case .failed(let error) = outcome { error } else { nil }
        source = result?.source
        errorCode = error?.code
        storeFailure = result?.storeFailure
        serverError = error?.server.flatMap { server in
            server.error.isEmpty ? nil : [server.error, server.suberror].compactMap { $0 }.joined(separator: ":")
        }
        serverCodes = error?.server?.codes ?? []
        status = error?.server.flatMap { $0.status > 0 ? $0.status : nil }
        isThrottleHit = error?.isThrottleHit ?? false
        accountIdentifier = includesPII ? result?.account.identifier : nil
        tenantID = includesPII ? result?.tenantProfile?.tenantID ?? result?.authority.tenant : nil
    }

    enum Outcome: Sendable {
        case result(TokenResult)
        case done
        case failed(AuthError)
    }
}

/// The calls that an app makes, as telemetry counts them.
public enum ClientCall: Int, Sendable, Hashable, CaseIterable {
    /// A token without any user interface.
    case silent = 34
    /// A token by a sign-in in a browser.
    case interactive = 167
    /// A token by a sign-in on another device.
    case deviceCode = 612
    /// A removal, with or without the browser.
    case signOut = 941

    /// The name in events.
    public var name: String {
        switch self {
        case .silent: "acquire_token_silent"
        case .interactive: "acquire_token_interactive"
        case .deviceCode: "acquire_token_device_code"
        case .signOut: "sign_out"
        }
    }
}
