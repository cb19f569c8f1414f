#if Server
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobBackport

/// A hostile app: it claims schemes, forges requests, reads what it can reach, and keeps everything that it receives.
/// Its driver sees all of that: a leak of the device or another app is not hidden from a test.
final class MaliciousApp: Sendable {
    private let device: DeviceConnection
    private let urls = Arrivals<OpenedURL>()
    private let calls = Arrivals<SingleSignOnCall>()
    /// Everything that this process received, as text.
    private let received = Mutex<[String]>([])

    init(_ device: DeviceConnection) { self.device = device }

    func run() async throws {
        let events = device.events()
        try await device.ready()
        await withDiscardingTaskGroup { group in
            for await event in events {
                switch event {
                case .openURL(let opened):
                    received.withLock { $0.append(opened.url) }
                    urls.add(opened)
                case .input(let id, let request): group.addTask { await self.answer(id, request) }
                case .signOn(let call):
                    received.withLock { $0.append("\(call.request.operation) \(call.request.options)") }
                    calls.add(call)
                default: break
                }
            }
        }
    }

    private func answer(_ id: Int64, _ request: JSONValue) async {
        let answer: JSONValue
        do {
            answer = try await perform(request["do"]?.stringValue ?? "", request)
        } catch {
            answer = ["ok": false, "code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        try? await device.respondToInput(id, answer)
    }

    private func perform(_ verb: String, _ request: JSONValue) async throws(DeviceError) -> JSONValue {
        let text: (String) -> String = { request[$0]?.stringValue ?? "" }
        switch verb {
        case "next-url":
            let opened = await urls.next()
            return ["ok": true, "url": .string(opened.url), "source": .string(opened.sourceApplication ?? "")]
        case "open": return ["ok": .bool(try await device.open(text("url")))]
        case "can-open": return ["ok": .bool(try await device.canOpen(text("url")))]
        case "sign-on":
            let options = (request["options"]?.objectValue ?? [:]).compactMapValues(\.stringValue)
            let reply = try await device.signOn(
                DeviceSingleSignOnRequest(
                    provider: text("provider"), operation: text("operation"), options: options,
                    isUserInterfaceEnabled: request["interactive"]?.boolValue ?? false))
            received.withLock { $0.append("\(reply)") }
            return ["ok": true, "reply": .object(reply.mapValues { .string($0) })]
        case "next-sign-on":
            let call = await calls.next()
            return [
                "ok": true, "call": .integer(call.id), "operation": .string(call.request.operation),
                "options": .object(call.request.options.mapValues { .string($0) }),
                "caller": .string(call.caller.bundleID),
            ]
        case "answer-sign-on":
            let reply = (request["reply"]?.objectValue ?? [:]).compactMapValues(\.stringValue)
            try await device.respondToSignOn(call: request["call"]?.integerValue ?? 0, .success(reply))
            return ["ok": true]
        case "keychain":
            do throws(KeychainStatus) {
                let items = try DeviceKeychain(device).copyMatching(
                    KeychainQuery(itemClass: .genericPassword, accessGroup: request["group"]?.stringValue))
                return ["ok": true, "count": .integer(items.count)]
            } catch {
                return ["ok": false, "status": .integer(error.rawValue)]
            }
        case "read": return read(text("path"))
        case "tap": return ["ok": true, "tap": .strings(tap)]
        default: return ["ok": false, "code": "unknown"]
        }
    }

    private func read(_ path: String) -> JSONValue {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return ["ok": false, "errno": .integer(errno)] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return ["ok": false, "errno": .integer(errno)] }
        let content = String(decoding: bytes[..<count], as: UTF8.self)
        received.withLock { $0.append(content) }
        return ["ok": true, "length": .integer(count)]
    }

    /// Everything that this process has received, with its environment and the content of its home.
    private var tap: [String] {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "."
        let files = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
        let contents = files.compactMap { FileManager.default.contents(atPath: "\(home)/\($0)") }
        return received.withLock { $0 } + ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
            + contents.map { String(decoding: $0, as: UTF8.self) }
    }
}
#endif
