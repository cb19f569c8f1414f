#if os(Linux)
import Foundation

/// The processes of users, from `/proc`.
enum ProcessTable {
    private struct Entry {
        let userID: UInt32
        let parent: Int32
        let hasEnded: Bool
    }

    /// Returns the live processes of a user; none for nil.
    static func processes(of userID: UInt32?) -> [Int32] {
        guard let userID, userID > 0 else { return [] }
        return all { !$0.hasEnded && $0.userID == userID }
    }

    /// Returns the users that have live processes.
    static func users(where isMeant: (UInt32) -> Bool) -> Set<UInt32> {
        var users: Set<UInt32> = []
        _ = all { entry in
            if !entry.hasEnded, isMeant(entry.userID) { users.insert(entry.userID) }
            return false
        }
        return users
    }

    /// Returns the ended processes of a user that this process has to reap, since no other does.
    static func orphans(of userID: UInt32) -> [Int32] {
        guard getpid() == 1 else { return [] }
        return all { $0.hasEnded && $0.userID == userID && $0.parent == 1 }
    }

    private static func all(where isMeant: (Entry) -> Bool) -> [Int32] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return [] }
        return names.compactMap { name in
            guard let process = Int32(name), entry(process).map(isMeant) == true else { return nil }
            return process
        }
    }

    /// By the real user id: the folder's owner does not show the user of a process that is not dumpable.
    private static func entry(_ process: Int32) -> Entry? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        func value(_ name: String) -> Substring? {
            lines.first { $0.hasPrefix(name) }?.split(separator: "\t").dropFirst().first
        }
        guard let state = value("State:"), let userID = value("Uid:").flatMap({ UInt32($0) }),
            let parent = value("PPid:").flatMap({ Int32($0) })
        else { return nil }
        // If only the first thread has ended, the others still run.
        let isAlone = value("Threads:").flatMap { Int($0) }.map { $0 <= 1 } ?? true
        return Entry(
            userID: userID, parent: parent, hasEnded: isAlone && (state.hasPrefix("Z") || state.hasPrefix("X")))
    }
}
#endif
