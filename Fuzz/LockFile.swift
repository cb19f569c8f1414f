// Module: KeyfobStoreSharedFile
//
// The lock file that the MSAL family shares, with any content: it is never taken from who lives, always from who does
// not, and in time from whoever wrote no number.
import Foundation
import KeyfobCore

@testable import KeyfobStoreSharedFile

private let directory = "/dev/shm/keyfob-fuzz-lock-\(getpid())"
private let path = directory + "/cache.lockfile"
private let lock = SharedCacheLock(path: path) { _ in }
private let mark = "\(getpid()) keyfob"
/// Above any `pid_max`.
private let dead = Int32.max - 1
private let marks: [[UInt8]] = [[], [0xEF, 0xBB, 0xBF], Array("\r\n ".utf8)]
private let isMade = mkdir(directory, 0o700) == 0

/// Tries one input.
func fuzzLockFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    atexit { try? FileManager.default.removeItem(atPath: directory) }
    // Whatever it says: if nobody lives by that number it is taken, at the latest when it is old.
    if !isTaken(from: input, after: 11) {
        let numbers = input.prefix(256).split { !(0x30...0x39).contains($0) }
            .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        guard numbers.contains(where: { kill($0, 0) == 0 || errno != ESRCH }) else { abort() }
    }
    let rest = [UInt8(ascii: " ")] + input
    let before = marks[input.count % marks.count]
    guard isTaken(from: before + Array("\(dead)".utf8) + rest, after: 0),
        isTaken(from: before + Array("\(getpid())".utf8) + rest, after: 0),
        !isTaken(from: before + Array("\(getppid())".utf8) + rest, after: 10)
    else { abort() }
    return 0
}

/// Whether the lock is got while a file of that content is there, within so many seconds.
private func isTaken(from content: [UInt8], after seconds: Double) -> Bool {
    guard isMade, let file = PlainFile.open(path, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600) else { abort() }
    defer { close(file) }
    guard PlainFile.writeAll(content, to: file) else { abort() }
    guard let holding = try? lock.acquire(timeoutSeconds: seconds) else {
        guard PlainFile.isSame(path, file), PlainFile.readAll(file) == content else { abort() }
        return false
    }
    guard holding.isIntact, PlainFile.readAll(file) == Array(mark.utf8) else { abort() }
    holding.release()
    guard access(path, F_OK) != 0 else { abort() }
    return true
}
