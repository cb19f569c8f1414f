import Foundation
import Synchronization

/// A folder that goes with the object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "keyfob-keychain-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// True and false in turn.
final class Turn: Sendable {
    private let value = Mutex(false)

    func next() -> Bool {
        value.withLock {
            $0.toggle()
            return $0
        }
    }
}
