#if os(Linux)
import KeyfobDeviceProtocol

/// The subordinate ids of a user in `/etc/subuid` or `/etc/subgid`: those that their own namespaces may use.
package struct SubordinateIDs: Sendable, Hashable {
    /// How many ids a device needs: a thousand for its apps, from 2000 on.
    package static let needed: UInt32 = 3000

    /// How many ids the user's first line grants; that is the one which `unshare` uses.
    package let count: UInt32
    /// The first id after all granted ones.
    package let free: UInt32

    /// Reads such a file.
    ///
    /// - Parameters:
    ///   - file: its content: `NAME:FIRST:COUNT`, a line each.
    ///   - name: the user's login name.
    ///   - userID: their number, which the file may contain instead of the name.
    package init(file: String, name: String, userID: UInt32) {
        var count: UInt32?
        var free: UInt32 = 100_000
        for line in file.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 3, let first = UInt32(fields[1]), let size = UInt32(fields[2]) else { continue }
            let (end, isBeyond) = first.addingReportingOverflow(size)
            if !isBeyond { free = max(free, end) }
            if count == nil, fields[0] == name || fields[0] == "\(userID)" { count = size }
        }
        self.count = count ?? 0
        self.free = free
    }

    /// Whether there are enough.
    package var suffices: Bool { count >= Self.needed }
}
#endif
