package import KeyfobDeviceProtocol

/// Starts apps for the switchboard.
package protocol AppLauncher: Sendable {
    /// Starts an app, without waiting for it.
    ///
    /// - Parameters:
    ///   - launch: the parameters.
    ///   - ended: called once when the app has ended, from any thread, and never before `launch` has returned.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `failed` if it cannot be started.
    func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (_ outcome: String) -> Void
    ) throws(DeviceFault) -> any LaunchedApp

    /// Ends every process of a user, whichever process started it, and waits until they have ended.
    ///
    /// - Returns: whether none is left.
    func endAll(of userID: UInt32) -> Bool
}

/// A launched app.
package protocol LaunchedApp: Sendable {
    /// The process id.
    var processID: Int32 { get }
    /// Whether it is still running.
    var isAlive: Bool { get }
    /// Ends it at once, with all that it has started itself.
    func kill()
}
