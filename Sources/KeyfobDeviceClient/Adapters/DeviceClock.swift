public import Foundation
public import KeyfobCore
import KeyfobDeviceProtocol
import Synchronization

/// The clock of the device that an app runs on: the machine's, and as far ahead of it as the device's owner has moved it.
///
/// The device says how far in one file for all of its apps, so that all of them have moved when the owner's command
/// returns. Asking for the time takes a look at the file, and no reading unless it was replaced lately.
public final class DeviceClock: WallClock {
    /// What tells one version of the file from the next: each is a file of its own, put in the old one's place.
    private struct Version: Hashable {
        let number: UInt64
        let size: Int64
        let changed: [Int]
    }

    private let path: String?
    private let base: any WallClock
    private let known = Mutex<(version: Version?, offset: TimeInterval)>((nil, 0))

    /// Makes the clock of a connection's device.
    ///
    /// - Parameters:
    ///   - device: an earlier version's has no clock of its own, and shows the base's.
    ///   - base: the machine's.
    public convenience init(_ device: DeviceConnection, base: any WallClock = SystemClock()) {
        self.init(path: device.identity.clockPath, base: base)
    }

    init(path: String?, base: any WallClock) {
        self.path = path
        self.base = base
    }

    /// The base clock's moment and the device's offset, added.
    public var now: Date {
        guard let path else { return base.now }
        return base.now.addingTimeInterval(offset(path))
    }

    private func offset(_ path: String) -> TimeInterval {
        var status = stat()
        // The device's folder goes with the device; what it showed last stands.
        guard stat(path, &status) == 0 else { return known.withLock { $0.offset } }
        let version = Self.version(status)
        // A file system counts in ticks, and may give a number again: two versions of one moment could look alike.
        let isOld = base.now.timeIntervalSince1970 - TimeInterval(version.changed[0]) > 1.5
        return known.withLock { known in
            if isOld, known.version == version { return known.offset }
            guard let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }),
                let seconds = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { return known.offset }
            // Where it was replaced in between, the next call sees another version than this one, and reads again.
            known = (version, TimeInterval(seconds))
            return known.offset
        }
    }

    private static func version(_ status: stat) -> Version {
        #if canImport(Darwin)
        let time = status.st_ctimespec
        #else
        let time = status.st_ctim
        #endif
        return Version(
            number: UInt64(status.st_ino), size: Int64(status.st_size), changed: [time.tv_sec, time.tv_nsec])
    }
}
