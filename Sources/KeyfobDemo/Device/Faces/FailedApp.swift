#if Server
import KeyfobCore
import KeyfobDeviceProtocol

/// An app whose SDK could not be made ready: it shows why, whatever the person does with it.
struct FailedApp: DeviceFace {
    let answer: JSONValue

    func handOn(_ opened: OpenedURL) -> Bool { false }

    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue { answer }
}
#endif
