#if Server
import KeyfobCore
import KeyfobDeviceProtocol

/// An app of the demo with a face of the SDK.
protocol DeviceFace: Sendable {
    /// Passes a URL on to the SDK, as the app's delegate does.
    ///
    /// - Returns: Whether the SDK has taken it.
    func handOn(_ opened: OpenedURL) -> Bool

    /// Performs the driver's request through the public API, and returns the app's output.
    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue
}

/// An app whose SDK could not be created: it shows the reason, whatever the person does with it.
struct FailedApp: DeviceFace {
    let answer: JSONValue

    func handOn(_ opened: OpenedURL) -> Bool { false }

    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue { answer }
}
#endif
