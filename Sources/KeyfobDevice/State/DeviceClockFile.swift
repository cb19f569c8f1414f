#if os(Linux)
import Foundation
import KeyfobDeviceProtocol

/// The offset of the device's clock from the machine's, in a file that every app reads and only the device writes.
struct DeviceClockFile: Sendable {
    /// A hundred years: adding it to a time never overflows.
    private static let limit: Int64 = 100 * 366 * 86400

    /// The file: whole seconds in decimal, and a newline.
    let path: String
    private(set) var offset: Int64 = 0

    /// Reads the file, or creates it.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` if it is damaged or cannot be written.
    init(path: String) throws(DeviceError) {
        self.path = path
        guard let bytes = DeviceFolders.content(path) else {
            try set(0)
            return
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let offset = Int64(text), (-Self.limit...Self.limit).contains(offset) else {
            throw DeviceError(
                .failed, "\(path) is damaged.", remedy: "Remove it: the device's clock is the machine's then.")
        }
        self.offset = offset
    }

    /// Sets the offset; every later reading of the clock returns the new time.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused` if it is too far, `failed` if it cannot be
    ///   written.
    mutating func set(_ new: Int64) throws(DeviceError) {
        guard (-Self.limit...Self.limit).contains(new) else { throw Self.tooFar }
        try DeviceFolders.replace(path, with: Array("\(new)\n".utf8), isForAll: true)
        offset = new
    }

    static var tooFar: DeviceError {
        DeviceError(.refused, "The clock cannot be moved that far.", remedy: "A hundred years are the limit.")
    }
}
#endif
