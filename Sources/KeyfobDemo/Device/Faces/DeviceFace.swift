#if Server
import KeyfobCore
import KeyfobDeviceProtocol

/// An app of the story by the face of the SDK that it is made with.
protocol DeviceFace: Sendable {
    /// What the app's delegate does with a URL: hands it on to the SDK.
    ///
    /// - Returns: whether the SDK has taken it.
    func handOn(_ opened: OpenedURL) -> Bool

    /// Does what the driver wants, through the public API, and says what the app would show.
    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue
}
#endif
