import Foundation
import KeyfobCache
import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The items of a ``SimulatedKeychain`` in a file of JSON, which processes change one at a time under `flock`.
struct SimulatedKeychainFile: Sendable {
    private let path: String
    private let descriptor: Int32

    init(path: String) throws(KeychainStatus) {
        self.path = path
        // The lock has a separate file, because the other one is replaced; it stays open as long as the process.
        descriptor = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .io }
    }

    func change<R: Sendable>(
        _ body: (inout [KeychainItem]) throws(KeychainStatus) -> R
    ) throws(KeychainStatus) -> R {
        while flock(descriptor, LOCK_EX) != 0 { guard errno == EINTR else { throw .io } }
        defer { flock(descriptor, LOCK_UN) }
        let before = try load()
        var items = before
        let result = try body(&items)
        if items != before { try save(items) }
        return result
    }

    private func load() throws(KeychainStatus) -> [KeychainItem] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        guard let data = FileManager.default.contents(atPath: path),
            let list = (try? JSONValue(parsing: Array(data)))?.arrayValue
        else { throw .io }
        return list.compactMap(KeychainItem.init(json:))
    }

    private func save(_ items: [KeychainItem]) throws(KeychainStatus) {
        let bytes = JSONValue.array(items.map(\.json)).bytes()
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .io
        }
    }
}
