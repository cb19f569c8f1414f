#if os(Linux)
import KeyfobDeviceProtocol
import KeyfobSocket

/// Identifies callers by the kernel's credentials for a socket's other end.
extension DeviceState {
    /// Returns the bundle id of the app at the other end.
    ///
    /// With a user id for each app that user id decides: whichever process of the app's holds the socket now, and
    /// whichever program it runs, has the app's rights and no other's. The process that connected has to be alive, and
    /// so has the one that the device launched: a connection that an ended app left behind belongs to no app.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused`.
    func caller(_ descriptor: Int32) throws(DeviceError) -> String {
        let (peer, handle): (PeerCredentials, ProcessHandle)
        do throws(SocketError) {
            peer = try PeerCredentials(of: descriptor)
            handle = try ProcessHandle(peerOf: descriptor)
        } catch {
            throw DeviceError(.refused, error.message)
        }
        // The kernel has no number for a process of another namespace, whose user ids are not this device's either.
        guard peer.processID > 0 else {
            throw DeviceError(
                .refused, "A process of another namespace, as user \(peer.userID), is no app of this device.")
        }
        let app: RunningApp?
        switch options.isolation {
        case .userPerApp: app = registry.app(userID: peer.userID).flatMap { running[$0.bundleID] }
        // Any process of the user can take over another one: the identity is only claimed.
        case .insecureSingleUser: app = running.values.first { $0.process.processID == peer.processID }
        }
        guard let app else {
            throw DeviceError(.refused, "Process \(peer.processID) of user \(peer.userID) is no app that was launched.")
        }
        guard handle.isAlive, app.process.isAlive else {
            throw DeviceError(.refused, "A process that ended has left a connection of \(app.app.bundleID).")
        }
        guard app.sessions.count < Self.connectionLimit else {
            throw DeviceError(.refused, "\(app.app.bundleID) has \(Self.connectionLimit) connections.")
        }
        return app.app.bundleID
    }

    /// How many connections one app may hold: the device's descriptors have to serve every app.
    static let connectionLimit = 32
}
#endif
