#if os(Linux)
import Foundation
import KeyfobDeviceProtocol

/// A thousand user ids that no other switchboard on this machine assigns while this object exists.
///
/// Apps are identified by user id alone: two devices with common ids would take each other's apps for their own, and
/// end them with theirs.
final class UserRange: Sendable {
    static let size: UInt32 = 1000

    /// Lower ids are the system's and its users', and every process under an id of the range is ended. In a user
    /// namespace only root has another id.
    private static var firstFree: UInt32 { ownerOutside == nil ? 100_000 : 2000 }

    /// The user who is root of this user namespace, by their id outside; nil outside of such a namespace.
    private static var ownerOutside: Substring? {
        let map = (try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)) ?? ""
        let fields = map.split(whereSeparator: \.isWhitespace)
        return fields.count > 2 && fields[2] != "4294967295" ? fields[1] : nil
    }

    /// The folder in which switchboards record their ranges: writable by root alone, or by the ordinary user whose
    /// namespaces all assign the same ids.
    private static func folder() throws(DeviceError) -> String {
        var path = "/run/keyfob-device"
        if let owner = ownerOutside {
            let home = "/run/user/\(owner)"
            path = access(home, W_OK) == 0 ? "\(home)/keyfob-device" : "/tmp/keyfob-device-\(owner)"
        }
        try DeviceFolders.make(path, mode: 0o700)
        return path
    }

    /// The lock of a thousand ids: a file that also lists those which devices have assigned.
    private struct Lock: Sendable {
        let first: UInt32
        let path: String
        let descriptor: Int32

        var failure: DeviceError {
            DeviceError(
                .failed, "\(path) cannot be read or written: \(String(cString: strerror(errno))).",
                remedy: "Each user id is assigned by one device only, which is recorded there.")
        }
    }

    let first: UInt32
    private let locks: [Lock]

    private init(first: UInt32, locks: [Lock]) {
        self.first = first
        self.locks = locks
    }

    deinit { Self.release(locks) }

    private static func release(_ locks: [Lock]) {
        for lock in locks {
            // Closing alone leaves the lock to a child that has not executed its program yet, and has a copy of the
            // descriptor.
            flock(lock.descriptor, LOCK_UN)
            close(lock.descriptor)
        }
    }

    /// Locks a range: each thousand of the machine's ids that it touches. Ranges begin where an owner sets them, and
    /// two that overlap have one of these in common.
    ///
    /// - Returns: the locks; nil if another switchboard holds one of them.
    private static func lock(_ start: UInt32, in folder: String) throws(DeviceError) -> [Lock]? {
        var locks: [Lock] = []
        for thousand in Set([start / size, (start + size - 1) / size]).sorted() {
            let path = "\(folder)/\(thousand * size)"
            let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
            let lock = Lock(first: thousand * size, path: path, descriptor: descriptor)
            guard descriptor >= 0 else {
                let failure = lock.failure
                release(locks)
                throw failure
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                release(locks)
                return nil
            }
            locks.append(lock)
        }
        return locks
    }

    /// Acquires a range.
    ///
    /// - Parameters:
    ///   - first: the first id of all ranges.
    ///   - known: a user id of the device's earlier apps, whose range has to be acquired again; nil if it has none.
    ///   - end: ends every process of a user, and returns whether none is left.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `busy` if another switchboard has it, `refused` if the
    ///   ids must not be assigned, or `failed` if the lock cannot be written.
    static func take(
        from first: UInt32, known: UInt32?, end: (UInt32) -> Bool
    ) throws(DeviceError) -> UserRange {
        let folder = try folder()
        let wanted = known.map { $0 < first ? $0 : first + ($0 - first) / size * size }
        for number in 0..<(wanted == nil ? UInt32(2000) : 1) {
            let start = wanted ?? first &+ number &* size
            guard start >= first || wanted != nil, start < .max - size else { break }
            guard start >= firstFree else {
                throw DeviceError(
                    .refused, "User ids from \(start) on may belong to users and the system: no app gets one.",
                    remedy: "Use a new folder, or --first-uid 210000.")
            }
            guard let locks = try lock(start, in: folder) else { continue }
            let range = UserRange(first: start, locks: locks)
            try range.endLeftovers(end)
            return range
        }
        throw DeviceError(
            .busy, "Another switchboard assigns the user ids from \(wanted ?? first) on.",
            remedy: "End it, or pass --first-uid with a number of its own for a new folder.")
    }

    /// Returns whether a user id is in the range.
    func contains(_ userID: UInt32) -> Bool { userID >= first && userID - first < Self.size }

    /// Records that an app has a user id, before a process of it can run. If this switchboard is killed, the next one
    /// ends the user's processes.
    func record(_ userID: UInt32) throws(DeviceError) {
        guard let lock = locks.first(where: { userID >= $0.first && userID - $0.first < Self.size }) else { return }
        try append([userID], to: lock)
    }

    private func append(_ userIDs: [UInt32], to lock: Lock) throws(DeviceError) {
        let line = Array(userIDs.map { "\($0)\n" }.joined().utf8)
        guard write(lock.descriptor, line, line.count) == line.count else { throw lock.failure }
    }

    /// Ends processes that a killed switchboard has left running: no app of the new device may share an id with them.
    ///
    /// The recorded users are ended without a search for their processes: one that starts its successor and ends, over
    /// and over, is in no list by the time that it is read. The search finds what no device has recorded.
    private func endLeftovers(_ end: (UInt32) -> Bool) throws(DeviceError) {
        for lock in locks {
            let recorded = try recorded(in: lock)
            for userID in recorded where contains(userID) { try endAll(of: userID, end) }
            guard ftruncate(lock.descriptor, 0) == 0 else { throw lock.failure }
            // Ids of the same thousand that belong to another range.
            let others = recorded.filter { !contains($0) }
            if !others.isEmpty { try append(others.sorted(), to: lock) }
        }
        // A process that is forked during the listing is found by the next one.
        for _ in 0..<3 {
            for userID in ProcessTable.users(where: contains) { try endAll(of: userID, end) }
        }
    }

    private func endAll(of userID: UInt32, _ end: (UInt32) -> Bool) throws(DeviceError) {
        if end(userID) { return }
        throw DeviceError(
            .busy, "Processes of an earlier device, of user \(userID), do not end.",
            remedy: "End them: pkill -KILL -U \(userID); or pass --first-uid with a number of its own.")
    }

    private func recorded(in lock: Lock) throws(DeviceError) -> Set<UInt32> {
        // An incomplete line of a killed writer names no id of this thousand, and its user has no process yet.
        var text = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(lock.descriptor, &text, text.count, 0)
        guard count >= 0 else { throw lock.failure }
        let lines = String(decoding: text.prefix(count), as: UTF8.self).split(separator: "\n")
        let numbers = lines.compactMap { UInt32($0) }
        return Set(numbers.filter { $0 >= lock.first && $0 - lock.first < Self.size })
    }
}
#endif
