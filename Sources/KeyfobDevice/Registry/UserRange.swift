import Foundation
import KeyfobDeviceProtocol

/// A thousand user ids that no other switchboard of this machine gives out as long as this object lives.
///
/// A user id is all that tells apps apart: two devices that shared some would take each other's apps for their own, and
/// end them with theirs.
final class UserRange: Sendable {
    static let size: UInt32 = 1000
    /// Where switchboards note what they have taken; only root can write there.
    private static let folder = "/run/keyfob-device"

    /// Below it are the system's users and people, and whatever runs under an id of a range that is taken is ended. In a
    /// user namespace nobody else has any id but root's.
    private static var firstFree: UInt32 {
        let map = (try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)) ?? ""
        return map.split(separator: " ").last.map { $0.hasPrefix("4294967295") } == true ? 100_000 : 2000
    }

    let first: UInt32
    private let descriptor: Int32

    private init(first: UInt32, descriptor: Int32) {
        self.first = first
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes a range.
    ///
    /// Where nothing can be noted, as in a user namespace, the first range is taken unseen.
    ///
    /// - Parameters:
    ///   - first: where ranges begin.
    ///   - known: a user id of the device's apps from before, whose range has to be taken again; nil if it has none.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `busy` if another switchboard has it.
    static func take(from first: UInt32, known: UInt32?) throws(DeviceFault) -> UserRange {
        mkdir(folder, 0o700)
        let wanted = known.map { $0 < first ? $0 : first + ($0 - first) / size * size }
        for number in 0..<(wanted == nil ? UInt32(2000) : 1) {
            let start = wanted ?? first &+ number &* size
            guard start >= first || wanted != nil, start < .max - size else { break }
            guard start >= firstFree else {
                throw DeviceFault(
                    .refused, "User ids from \(start) on may be people's and the system's: no app gets one.",
                    remedy: "Use a new folder, or --first-uid 210000.")
            }
            let descriptor = open("\(folder)/\(start)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return UserRange(first: wanted ?? first, descriptor: -1) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                let range = UserRange(first: start, descriptor: descriptor)
                range.endLeftovers()
                return range
            }
            close(descriptor)
        }
        throw DeviceFault(
            .busy, "Another switchboard gives out the user ids from \(wanted ?? first) on.",
            remedy: "End it, or pass --first-uid with a number of its own for a new folder.")
    }

    /// Whether a user id is of the range.
    func contains(_ userID: UInt32) -> Bool { userID >= first && userID - first < Self.size }

    /// Ends what a switchboard that was killed has left running.
    private func endLeftovers() {
        for process in ProcessTable.processes(where: contains) { kill(process, SIGKILL) }
    }
}
