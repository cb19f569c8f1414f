import Foundation

/// The processes of users, from `/proc`.
enum ProcessTable {
    static func processes(of userID: UInt32) -> [Int32] { processes { $0 == userID } }

    static func processes(where isMeant: (UInt32) -> Bool) -> [Int32] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return [] }
        return names.compactMap { name in
            guard let process = Int32(name), Self.userID(of: process).map(isMeant) == true else { return nil }
            return process
        }
    }

    /// The real user id of a process that has not ended; of one that is not dumpable the folder's owner tells nothing.
    private static func userID(of process: Int32) -> UInt32? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let state = lines.first(where: { $0.hasPrefix("State:") }), !state.contains("Z (zombie)"),
            let line = lines.first(where: { $0.hasPrefix("Uid:") })
        else { return nil }
        return line.split(separator: "\t").dropFirst().first.flatMap { UInt32($0) }
    }
}
