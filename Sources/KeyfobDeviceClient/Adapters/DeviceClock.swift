public import Foundation
import KeyfobBackport
public import KeyfobCore
import KeyfobDeviceProtocol

/// The clock of the device that an app runs on: the machine's, plus the offset that the device's owner has set.
///
/// The device stores the offset in one file for all of its apps, so that it applies to all of them when the owner's
/// command returns. Each call reads the file's status, and its content only if it was replaced lately.
public final class DeviceClock: WallClock {
    /// Identifies a version of the file: each is a new file that replaces the old one.
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
    ///   - device: the connection; the device of an earlier version has no clock of its own, and the base's applies.
    ///   - base: the machine's clock.
    public convenience init(_ device: DeviceConnection, base: any WallClock = SystemClock()) {
        self.init(path: device.identity.clockPath, base: base)
    }

    init(path: String?, base: any WallClock) {
        self.path = path
        self.base = base
    }

    /// The base clock's time plus the device's offset.
    public var now: Date {
        guard let path else { return base.now }
        return base.now.addingTimeInterval(offset(path))
    }

    private func offset(_ path: String) -> TimeInterval {
        var status = stat()
        // Without the file, since the device was removed, the last offset stays.
        guard stat(path, &status) == 0 else { return known.withLock { $0.offset } }
        let version = Self.version(status)
        // File systems count time in ticks, and may use a number again: two versions of one moment could look alike.
        let isOld = base.now.timeIntervalSince1970 - TimeInterval(version.changed[0]) > 1.5
        return known.withLock { known in
            if isOld, known.version == version { return known.offset }
            guard let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }),
                let seconds = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { return known.offset }
            // If it was replaced in between, the next call finds another version than this one, and reads again.
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
