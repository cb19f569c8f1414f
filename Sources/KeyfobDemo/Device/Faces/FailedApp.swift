#if Server
import KeyfobCore
import KeyfobDeviceProtocol

/// An app whose SDK could not be created: it shows the reason, whatever the person does with it.
struct FailedApp: DeviceFace {
    let answer: JSONValue

    func handOn(_ opened: OpenedURL) -> Bool { false }

    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue { answer }
}
#endif
