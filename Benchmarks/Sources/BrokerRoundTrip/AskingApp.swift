import Foundation
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import Synchronization

/// An app on the device that asks the single sign-on extension and times the answers.
final class AskingApp: Sendable {
    /// What an input does not say, or an answer lacks.
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    private let device: DeviceConnection
    /// How long each round took, until the driver fetches it.
    private let taken = Mutex<[Int64]>([])

    init(_ device: DeviceConnection) { self.device = device }

    /// Serves the driver until the device ends.
    func run() async throws {
        let events = device.events()
        try await device.ready()
        for await event in events {
            guard case .input(let id, let request) = event else { continue }
            // One after the other, and not in a task of its own: what is measured is what an app does that waits.
            try await device.respondToInput(id, await answer(request))
        }
    }

    private func answer(_ request: JSONValue) async -> JSONValue {
        do {
            return try await perform(request)
        } catch {
            return ["ok": false, "message": .string("\(error)")]
        }
    }

    private func perform(_ request: JSONValue) async throws -> JSONValue {
        let rounds = Int(request["rounds"]?.integerValue ?? 1)
        switch request["do"]?.stringValue {
        case "login":
            let reply = try await Question(request, device).ask(.login)
            return ["ok": true, "home_account_id": .string(reply.homeAccountID ?? "")]
        case "ask":
            let question = try Question(request, device)
            return try await timed(rounds, from: request) { _ = try await question.ask(.refresh) }
        case "ask-together":
            let question = try Question(request, device)
            return try await together(rounds, question)
        case "relay":
            // An earlier request and its response, byte for byte: they are neither encoded nor parsed here.
            let echo = DeviceSingleSignOn(device)
            let options = try Self.texts(request["options"])
            let reply = try Self.texts(request["reply"])
            return try await timed(rounds, from: request) {
                let answer = try await echo.perform(
                    "refresh", options: options, at: EchoingOwner.provider, mayInteract: false)
                guard answer.count == reply.count else { throw Trouble(description: "The echo is another one.") }
            }
        case "times":
            // Apart from the rounds: writing them down is no part of what they cost.
            let times = taken.withLock { taken in
                defer { taken = [] }
                return taken
            }
            return ["ok": true, "taken_ns": .array(times.map { .integer($0) })]
        case "show":
            let question = try Question(request, device)
            let options = question.options(.refresh)
            let reply = try await question.raw(.refresh, options)
            return [
                "ok": true, "options": .object(options.mapValues { .string($0) }),
                "reply": .object(reply.mapValues { .string($0) }),
            ]
        default: throw Trouble(description: "The app does not know what to do.")
        }
    }

    static func texts(_ value: JSONValue?) throws -> [String: String] {
        guard let members = value?.objectValue else { throw Trouble(description: "A dictionary is missing.") }
        return members.compactMapValues(\.stringValue)
    }

    /// Runs rounds one after the other, from a time that all apps get.
    private func timed(
        _ rounds: Int, from request: JSONValue, _ body: () async throws -> Void
    ) async throws -> JSONValue {
        if let start = request["at_ns"]?.integerValue {
            try await Task.sleep(nanoseconds: UInt64(max(0, start - Self.nanoseconds)))
        }
        var times: [Int64] = []
        times.reserveCapacity(rounds)
        let began = Self.nanoseconds
        for _ in 0..<rounds {
            let before = Self.nanoseconds
            try await body()
            times.append(Self.nanoseconds - before)
        }
        let total = Self.nanoseconds - began
        taken.withLock { $0 += times }
        return ["ok": true, "total_ns": .integer(total)]
    }

    private func together(_ count: Int, _ question: Question) async throws -> JSONValue {
        let tokens = try await withThrowingTaskGroup(of: Secret<String>?.self) { group in
            for _ in 0..<count { group.addTask { try await question.ask(.refresh).accessToken } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1?.reveal()) }
        }
        return ["ok": true, "different_tokens": .integer(tokens.count)]
    }

    /// The machine's clock that never jumps, which is one for all processes.
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
