import Foundation
import KeyfobDeviceProtocol

/// A thousand user ids that no other switchboard of this machine gives out as long as this object lives.
///
/// A user id is all that tells apps apart: two devices that shared some would take each other's apps for their own, and
/// end them with theirs.
final class UserRange: Sendable {
    static let size: UInt32 = 1000

    /// Below it are the system's users and people, and whatever runs under an id of a range that is taken is ended. In a
    /// user namespace nobody else has any id but root's.
    private static var firstFree: UInt32 { ownerOutside == nil ? 100_000 : 2000 }

    /// The user who is root of this user namespace, as the machine knows them; nil outside of such a namespace.
    private static var ownerOutside: Substring? {
        let map = (try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)) ?? ""
        let fields = map.split(whereSeparator: \.isWhitespace)
        return fields.count > 2 && fields[2] != "4294967295" ? fields[1] : nil
    }

    /// Where switchboards note what they have taken: a folder that only root can write to, or of the ordinary user's own,
    /// whose namespaces all give out the same ids.
    private static func folder() throws(DeviceFault) -> String {
        var path = "/run/keyfob-device"
        if let owner = ownerOutside {
            let home = "/run/user/\(owner)"
            path = access(home, W_OK) == 0 ? "\(home)/keyfob-device" : "/tmp/keyfob-device-\(owner)"
        }
        try DeviceFolders.make(path, mode: 0o700)
        return path
    }

    let first: UInt32
    private let locks: [Int32]

    private init(first: UInt32, locks: [Int32]) {
        self.first = first
        self.locks = locks
    }

    deinit { Self.release(locks) }

    private static func release(_ locks: [Int32]) {
        for descriptor in locks {
            // Closing alone leaves the lock to a child that has not run its program yet, and with it a copy of the descriptor.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    /// Notes whose a range is: a lock on each thousand of the machine's that it touches. Ranges begin where an owner wants
    /// them, and two that overlap have one of these in common.
    ///
    /// - Returns: the locks; nil if another switchboard has one of them.
    private static func lock(_ start: UInt32, in folder: String) throws(DeviceFault) -> [Int32]? {
        var locks: [Int32] = []
        for thousand in Set([start / size, (start + size - 1) / size]).sorted() {
            let path = "\(folder)/\(thousand * size)"
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno))
                release(locks)
                throw DeviceFault(
                    .failed, "\(path) cannot be written: \(reason).",
                    remedy: "User ids are given out by one device each, and that is where they are noted.")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                release(locks)
                return nil
            }
            locks.append(descriptor)
        }
        return locks
    }

    /// Takes a range.
    ///
    /// - Parameters:
    ///   - first: where ranges begin.
    ///   - known: a user id of the device's apps from before, whose range has to be taken again; nil if it has none.
    ///   - end: ends every process of a user, and says whether none is left.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `busy` if another switchboard has it, `refused` if the ids
    ///   are not to be given out, or `failed` if it cannot be noted who has them.
    static func take(
        from first: UInt32, known: UInt32?, end: (UInt32) -> Bool
    ) throws(DeviceFault) -> UserRange {
        let folder = try folder()
        let wanted = known.map { $0 < first ? $0 : first + ($0 - first) / size * size }
        for number in 0..<(wanted == nil ? UInt32(2000) : 1) {
            let start = wanted ?? first &+ number &* size
            guard start >= first || wanted != nil, start < .max - size else { break }
            guard start >= firstFree else {
                throw DeviceFault(
                    .refused, "User ids from \(start) on may be people's and the system's: no app gets one.",
                    remedy: "Use a new folder, or --first-uid 210000.")
            }
            guard let locks = try lock(start, in: folder) else { continue }
            let range = UserRange(first: start, locks: locks)
            try range.endLeftovers(end)
            return range
        }
        throw DeviceFault(
            .busy, "Another switchboard gives out the user ids from \(wanted ?? first) on.",
            remedy: "End it, or pass --first-uid with a number of its own for a new folder.")
    }

    /// Whether a user id is of the range.
    func contains(_ userID: UInt32) -> Bool { userID >= first && userID - first < Self.size }

    /// Ends what a switchboard that was killed has left running: nobody of the new device's is to share an id with it.
    private func endLeftovers(_ end: (UInt32) -> Bool) throws(DeviceFault) {
        // A process that is born while the others are listed is seen by another look.
        for _ in 0..<3 {
            for userID in ProcessTable.users(where: contains) where !end(userID) {
                throw DeviceFault(
                    .busy, "Processes of an earlier device, of user \(userID), do not end.",
                    remedy: "End them: pkill -KILL -U \(userID); or pass --first-uid with a number of its own.")
            }
        }
    }
}
