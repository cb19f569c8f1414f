import Foundation
import KeyfobBackport

/// A folder that is removed with the object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "keyfob-keychain-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Alternates between true and false.
final class Turn: Sendable {
    private let value = Mutex(false)

    func next() -> Bool {
        value.withLock {
            $0.toggle()
            return $0
        }
    }
}
