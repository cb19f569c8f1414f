/// The parameters of an app's launch.
package struct AppLaunch: Sendable, Hashable {
    /// The app.
    package var bundleID: String
    /// The program, in the installed bundle.
    package var executable: String
    /// The program's arguments, without its name.
    package var arguments: [String]
    /// The whole environment.
    package var environment: [String: String]
    /// The folder that the program starts in.
    package var home: String
    /// The user id that the program gets; nil if it keeps the switchboard's (``AppIsolation/insecureSingleUser``).
    package var userID: UInt32?
    /// The file that standard output and standard error are appended to.
    package var logPath: String
}
