#if os(Linux)
import Foundation
package import KeyfobDeviceProtocol

/// How the switchboard isolates its apps.
package enum AppIsolation: String, Sendable, Hashable, CaseIterable {
    /// Each app has a user id of its own.
    case userPerApp = "user_per_app"
    /// All run under one user id, and every caller is only claimed.
    case insecureSingleUser = "insecure_single_uid"

    /// How many user ids a device needs at least: an id is never used again for another app.
    private static let needed: UInt32 = 1000

    /// Returns the first user id that a process may give to apps, by the kernel's map of its user namespace
    /// (`/proc/self/uid_map`: first id inside, first id outside, count).
    ///
    /// - Parameters:
    ///   - uidMap: the content of that file.
    ///   - wanted: the first id, if the namespace has it.
    /// - Returns: the first id; nil if the namespace has too few.
    package static func firstUserID(uidMap: String, wanted: UInt32 = 210_000) -> UInt32? {
        let ranges = uidMap.split(separator: "\n").compactMap { line -> (UInt32, UInt32)? in
            let numbers = line.split(whereSeparator: \.isWhitespace).map { UInt32($0) }
            guard numbers.count == 3, let first = numbers[0], let count = numbers[2], count >= needed else {
                return nil
            }
            return (first, count)
        }
        for (first, count) in ranges where wanted >= first && wanted - first <= count - needed { return wanted }
        // Root is no app, and low ids are the system's where they have a meaning.
        return ranges.first { $0.0 <= 2000 && $0.1 - (2000 - $0.0) >= needed }.map { _ in 2000 }
    }

    /// Checks that a process can give each app a user id of its own.
    ///
    /// - Returns: the first of those ids.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused`, whose remedy names the alternatives.
    package static func firstUserID(wanted: UInt32) throws(DeviceError) -> UInt32 {
        let map = FileManager.default.contents(atPath: "/proc/self/uid_map").map { String(decoding: $0, as: UTF8.self) }
        guard geteuid() == 0, let first = firstUserID(uidMap: map ?? "", wanted: wanted) else {
            throw DeviceError(
                .refused, "This process cannot give each app a user id of its own.",
                remedy:
                    "Its user namespace has fewer than \(needed) ids. Run keyfob-device as root of the machine, or as an "
                    + "ordinary user with a range in /etc/subuid; or pass --insecure-single-uid, which proves nothing "
                    + "about the caller.")
        }
        return first
    }
}
#endif
