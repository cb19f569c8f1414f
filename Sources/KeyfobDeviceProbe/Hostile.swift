import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket

/// The actions of an app that attempts access to other apps and the system.
enum Hostile {
    static func perform(_ action: String, _ input: JSONValue, _ device: DeviceConnection) async throws -> JSONValue {
        let path = input["path"]?.stringValue ?? ""
        switch action {
        case "read": return outcome { try read(path) }
        case "list":
            return outcome { .strings(try FileManager.default.contentsOfDirectory(atPath: path)) }
        case "write":
            return outcome {
                let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                guard descriptor >= 0 else { throw failure() }
                close(descriptor)
                return true
            }
        case "signal":
            return outcome {
                let process = Int32(clamping: input["pid"]?.integerValue ?? 0)
                guard process > 0, kill(process, 0) == 0 else { throw failure() }
                return true
            }
        case "become":
            return outcome {
                guard setuid(uid_t(clamping: input["uid"]?.integerValue ?? 0)) == 0 else { throw failure() }
                return true
            }
        case "processes": return .strings(processes())
        case "connect": return outcome { try connect(path) }
        case "connect_often": return .integer(connectOften(path, Int(clamping: input["count"]?.integerValue ?? 0)))
        case "forge": return await forge(path, input["header"] ?? [:], attachment: input["attachment"]?.stringValue)
        case "swap": return try await Programs.swap(path)
        case "hand_over": return try await Programs.handOver(path, to: input["program"]?.stringValue ?? "")
        case "turn_into": return outcome { throw failure(of: Programs.turnInto(path)) }
        case "multiply": return try Programs.multiply()
        case "leave_behind": return try Programs.leaveBehind()
        case "shoot_back": return try await Programs.shootBack()
        case "orphan": return try await Programs.orphan(Int(clamping: input["count"]?.integerValue ?? 0))
        case "add_key": return .integer(Keyring.add(input["name"]?.stringValue ?? ""))
        case "request_key": return .integer(Keyring.request(input["name"]?.stringValue ?? ""))
        default: return ["fault": "unknown_action"]
        }
    }

    /// Connects, in a process that the device has not launched, and prints the app that the device takes it for.
    static func printIdentity(_ connect: () throws(DeviceError) -> DeviceConnection) {
        do throws(DeviceError) {
            let identity = try connect().identity
            print("\(identity.bundleID) \(identity.teamID ?? "-")")
        } catch {
            print("refused \(error.code.rawValue)")
        }
    }

    private static func read(_ path: String) throws -> JSONValue {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure() }
        return .string(String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// Returns the visible processes, by number.
    private static func processes() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int32($0) != nil }
    }

    private static func connect(_ path: String) throws -> JSONValue {
        do {
            let descriptor = try UnixSocket.connect(path: path)
            defer { UnixSocket.close(descriptor) }
            let peer = try PeerCredentials(of: descriptor)
            return ["uid": .integer(peer.userID)]
        } catch {
            return ["refused": .string(error.message)]
        }
    }

    /// Connects again and again, keeping the connections, and returns how many were accepted.
    private static func connectOften(_ path: String, _ count: Int) -> Int {
        let connections = (0..<count).compactMap { _ in
            try? UnixSocket.connect(path: path)
        }
        .compactMap { try? DeviceConnection(descriptor: $0) }
        defer { for connection in connections { connection.close() } }
        return connections.count
    }

    /// Sends a forged packet over a new connection; returns the header of the response.
    private static func forge(_ path: String, _ header: JSONValue, attachment: String?) async -> JSONValue {
        guard let descriptor = try? UnixSocket.connect(path: path), let loop = try? SocketLoop(name: "forger") else {
            return ["refused": "connect"]
        }
        let waiting = Mutex<CheckedContinuation<JSONValue, Never>?>(nil)
        let resume: @Sendable (JSONValue) -> Void = { value in
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(returning: value)
        }
        return await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
            let socket = FramedSocket(
                descriptor: descriptor, loop: loop,
                received: { frame in
                    resume((try? DevicePacket(parsing: frame)).map { .object($0.header) } ?? ["refused": "bytes"])
                    loop.stop()
                },
                ended: { _ in
                    resume(["refused": "closed"])
                    loop.stop()
                })
            socket.start()
            let packet = DevicePacket(header: header.objectValue ?? [:], attachment: Array((attachment ?? "").utf8))
            do { try socket.send(packet.bytes()) } catch { resume(["refused": "closed"]) }
        }
    }

    private struct Failure: Error { let name: String }

    private static func failure(of number: Int32 = errno) -> Failure {
        switch number {
        case EACCES: Failure(name: "EACCES")
        case EPERM: Failure(name: "EPERM")
        case ENOENT: Failure(name: "ENOENT")
        case ESRCH: Failure(name: "ESRCH")
        default: Failure(name: String(cString: strerror(number)))
        }
    }

    private static func outcome(_ body: () throws -> JSONValue) -> JSONValue {
        do {
            return try body()
        } catch let failure as Failure {
            return ["failed": .string(failure.name)]
        } catch {
            return ["failed": .string("\(type(of: error))")]
        }
    }
}
