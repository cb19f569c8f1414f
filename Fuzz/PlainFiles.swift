// Module: KeyfobStoreSQLite
//
// The files beside a database, with any content: a key's file, the generations' file, a lock's file.
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobSQLite

@testable import KeyfobStoreSQLite

private let directory = "/dev/shm/keyfob-fuzz-files-\(getpid())"

/// Tries one input.
func fuzzPlainFiles(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard (try? PrivateDirectory.prepare(directory)) != nil else { abort() }
    atexit { try? FileManager.default.removeItem(atPath: "/dev/shm/keyfob-fuzz-files-\(getpid())") }
    write(input, "0a.key")
    if let key = try? FileSealingKey(directory: directory).key(id: "0a") {
        guard (try? key.seal([1], nonce: [UInt8](repeating: 0, count: 12), associatedData: [])) != nil else { abort() }
    }
    write(input, "store.lock")
    guard let lock = try? FileLock(path: directory + "/store.lock"), (try? lock.tryLock()) == true, lock.isCurrent
    else {
        abort()
    }
    // Content that is long enough is taken as it is.
    let words = (0..<4096 * 8).map { input.isEmpty ? 0 : input[$0 % input.count] }
    lock.unlock()
    write(words, "generations")
    guard let page = try? GenerationPage(path: directory + "/generations", lock: lock) else { abort() }
    page.heal()
    let touched: Set = [1, 7, 4095]
    let before = page.generation(7)
    let announcement = page.begin(touched)
    guard !page.generation(7).isMultiple(of: 2) else { abort() }
    page.end(announcement)
    guard page.generation(7).isMultiple(of: 2), page.generation(7) != before else { abort() }
    page.replaceDatabase()
    return 0
}

private func write(_ bytes: [UInt8], _ name: String) {
    let path = "\(directory)/\(name)"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    else { abort() }
}
