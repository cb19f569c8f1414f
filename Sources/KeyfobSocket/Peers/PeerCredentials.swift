import Foundation

/// The peer of a local socket, as the kernel recorded it when it connected, or began to listen.
///
/// Only the user and the group are fit for decisions. The process id is that of the process that connected; another one
/// may hold the socket by now.
package struct PeerCredentials: Sendable, Hashable {
    /// The effective user id.
    package var userID: UInt32
    /// The effective group id.
    package var groupID: UInt32
    /// The process id; 0 if it is in another namespace.
    package var processID: Int32

    /// Makes credentials.
    package init(userID: UInt32, groupID: UInt32, processID: Int32) {
        self.userID = userID
        self.groupID = groupID
        self.processID = processID
    }

    /// Reads them from the kernel (`SO_PEERCRED`; `getpeereid` on Apple's platforms).
    ///
    /// - Throws: ``SocketError`` if the descriptor is no connected socket.
    package init(of descriptor: Int32) throws(SocketError) {
        #if canImport(Glibc)
        // `struct ucred`, which the C library declares for GNU's dialect alone: process, user, group.
        var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
        let size = MemoryLayout.size(ofValue: credentials)
        var length = socklen_t(size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, Int(length) == size else {
            throw .system("The kernel does not report the peer", errno)
        }
        self.init(userID: credentials.1, groupID: credentials.2, processID: credentials.0)
        #else
        var (user, group) = (uid_t(), gid_t())
        guard getpeereid(descriptor, &user, &group) == 0 else {
            throw .system("The kernel does not report the peer", errno)
        }
        self.init(userID: user, groupID: group, processID: 0)
        #endif
    }

    /// Whether a client may trust the listening process: root's, or the client's own user's.
    package var mayServe: Bool { userID == 0 || userID == geteuid() }
}
