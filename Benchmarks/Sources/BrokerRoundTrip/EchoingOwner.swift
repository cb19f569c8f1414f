import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import Synchronization

/// The owner of another single sign-on extension, which answers every call with what its driver has put in: the way of a
/// call over the device, and nothing else.
///
/// It takes calls as the broker does, each in a task.
struct EchoingOwner {
    /// The address that it answers for.
    static let provider = "https://echo.test/"

    private let device: DeviceConnection

    init(_ device: DeviceConnection) { self.device = device }

    func run() async throws {
        let events = device.events()
        try await device.ready()
        let device = device
        let reply = Mutex<[String: String]>([:])
        for await event in events {
            switch event {
            case .input(let id, let value):
                let texts = try AskingApp.texts(value)
                reply.withLock { $0 = texts }
                try await device.respondToInput(id, ["ok": true])
            case .signOn(let call):
                let answer = reply.withLock { $0 }
                Task { try? await device.respondToSignOn(call: call.id, .success(answer)) }
            default: break
            }
        }
    }
}
