import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// The events that the app has received, and its behaviour as owner of a single sign-on extension.
final class Probe: Sendable {
    private struct State {
        var inbox: [JSONValue] = []
        var behaviour = "echo"
        var held: [Int64] = []
        var signOn: Task<Void, Never>?
    }

    let device: DeviceConnection
    private let state = Mutex(State())

    init(device: DeviceConnection) { self.device = device }

    func receive(_ event: DeviceEvent) async {
        switch event {
        case .lifeCycle(let moment): keep(["moment": .string(moment.rawValue)])
        case .openURL(let opened):
            keep([
                "url": .string(opened.url), "source": opened.sourceApplication.map { .string($0) } ?? nil,
                "assurance": .string(opened.assurance.rawValue), "link": .bool(opened.isUniversalLink),
            ])
        case .signOn(let call): await signOn(call)
        case .signOnCancelled(let call): keep(["cancelled": .integer(call)])
        case .protectedData(let isAvailable): keep(["protected_data": .bool(isAvailable)])
        case .input(let id, let input):
            let answer: JSONValue
            do {
                answer = try await perform(input)
            } catch let fault as DeviceError {
                answer = ["fault": .string(fault.code.rawValue), "message": .string(fault.message)]
            } catch {
                answer = ["fault": "failed", "message": .string("\(error)")]
            }
            try? await device.respondToInput(id, answer)
        }
    }

    private func perform(_ input: JSONValue) async throws -> JSONValue {
        let action = input["do"]?.stringValue ?? ""
        switch action {
        case "inbox": return .array(state.withLock { $0.inbox })
        case "behave":
            state.withLock { $0.behaviour = input["as"]?.stringValue ?? "echo" }
            return true
        case "answer_held":
            for call in state.withLock({ $0.held }) {
                try await device.respondToSignOn(call: call, .success(["late": "1"]))
            }
            return true
        case "sign_on": return try await ask(input)
        case "sign_on_then_cancel":
            let task = Task { _ = try? await ask(input) }
            state.withLock { $0.signOn = task }
            return true
        case "cancel":
            state.withLock { $0.signOn }?.cancel()
            return true
        default:
            if let answer = try await Honest.perform(action, input, device) { return answer }
            return try await Hostile.perform(action, input, device)
        }
    }

    private func ask(_ input: JSONValue) async throws -> JSONValue {
        let reply = try await device.signOn(
            DeviceSingleSignOnRequest(
                provider: input["provider"]?.stringValue ?? "", operation: input["operation"]?.stringValue ?? "refresh",
                options: (input["options"]?.objectValue ?? [:]).compactMapValues(\.stringValue),
                isUserInterfaceEnabled: input["interactive"]?.boolValue ?? false))
        return .object(reply.mapValues { .string($0) })
    }

    private func signOn(_ call: SingleSignOnCall) async {
        let origin = call.caller
        keep([
            "call": .integer(call.id), "caller": .string(origin.bundleID), "operation": .string(call.request.operation),
        ])
        let caller = [
            "caller": origin.bundleID, "team": origin.teamID ?? "", "assurance": origin.assurance.rawValue,
            "managed": origin.isManaged ? "1" : "0",
        ]
        let behaviour = state.withLock { $0.behaviour }
        do {
            switch behaviour {
            case "hold": state.withLock { $0.held.append(call.id) }
            case "end": exit(3)
            case "refuse":
                try await device.respondToSignOn(
                    call: call.id, .failure(DeviceError(.notInteractive, "A user has to be asked.")))
            case "show":
                try await device.showSignOn(call: call.id)
                try await device.respondToSignOn(call: call.id, .success(caller))
            default:
                try await device.respondToSignOn(
                    call: call.id, .success(call.request.options.merging(caller) { _, own in own }))
            }
        } catch {
            keep(["fault": .string(error.code.rawValue)])
        }
    }

    private func keep(_ value: JSONValue) { state.withLock { $0.inbox.append(value) } }
}
