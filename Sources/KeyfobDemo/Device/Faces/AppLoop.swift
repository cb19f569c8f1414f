#if Server
import Keyfob
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobBackport

/// The event loop of every app of the demo: the events of the device go to the SDK as an app's delegates would pass
/// them on, and a person's actions in the app come as the driver's input.
final class AppLoop: Sendable {
    private let device: DeviceConnection
    private let inbox = Mutex<[JSONValue]>([])

    init(_ device: DeviceConnection) { self.device = device }

    /// Serves the device's events until the device ends.
    ///
    /// - Parameters:
    /// - face: The app's implementation.
    /// - lifeCycle: Receives the app's life-cycle events; nil for an app whose SDK gets none.
    /// - handsOn: Whether the app's delegate passes URLs on to the SDK.
    func run(_ face: any DeviceFace, reporting lifeCycle: DeviceLifeCycle?, handsOn: Bool = true) async throws {
        let events = device.events()
        try await device.ready()
        await withDiscardingTaskGroup { group in
            for await event in events {
                switch event {
                case .lifeCycle(let moment): lifeCycle?.note(moment)
                case .openURL(let opened): note(opened, isTaken: handsOn && face.handOn(opened))
                case .input(let id, let request):
                    group.addTask { await self.answer(id, request, face) }
                default: break
                }
            }
        }
    }

    /// A URL that the SDK has taken is recorded without its query, which is a secret.
    private func note(_ opened: OpenedURL, isTaken: Bool) {
        let shown = isTaken ? String(opened.url.prefix { $0 != "?" }) : opened.url
        inbox.withLock { inbox in
            inbox.append([
                "url": .string(shown), "taken": .bool(isTaken),
                "source": opened.sourceApplication.map { .string($0) } ?? .null,
            ])
        }
    }

    private func answer(_ id: Int64, _ request: JSONValue, _ face: any DeviceFace) async {
        let verb = request["do"]?.stringValue ?? ""
        let answer: JSONValue
        do {
            answer =
                verb == "received"
                ? ["ok": true, "urls": .array(inbox.withLock { $0 })] : try await face.perform(verb, request)
        } catch {
            answer = AppProcess.describe(error)
        }
        try? await device.respondToInput(id, answer)
    }
}
#endif
