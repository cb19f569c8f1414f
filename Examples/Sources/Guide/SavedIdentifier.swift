import Foundation

/// The app's storage for its user's account identifier between runs; on Apple's platforms use user defaults.
struct SavedIdentifier: Sendable {
    let path: String

    func load() -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    func save(_ identifier: String?) {
        guard let identifier else { return }
        _ = FileManager.default.createFile(atPath: path, contents: Data(identifier.utf8))
    }
}
