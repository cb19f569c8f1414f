public import Foundation
public import KeyfobCore

/// The system's clock with an offset that is stored in a file, so that several processes advance together.
///
/// The provider's admin API writes that file when its own clock is moved; apps of a demonstration or a test read it. A
/// missing or unreadable file is an offset of 0.
public struct FileClock: WallClock {
    /// The file with the offset: whole seconds in decimal.
    public let path: String
    private let base: any WallClock

    /// Makes a clock of a file's offset.
    public init(path: String, base: any WallClock = SystemClock()) {
        self.path = path
        self.base = base
    }

    /// The sum of the base clock's time and the file's offset.
    public var now: Date {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let offset = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        return base.now.addingTimeInterval(offset.isFinite ? offset : 0)
    }
}
