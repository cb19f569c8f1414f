/// The parameters of an app's launch.
public struct AppLaunch: Sendable, Hashable {
    /// The app.
    public var bundleID: String
    /// The program, in the installed bundle.
    public var executable: String
    /// The program's arguments, without its name.
    public var arguments: [String]
    /// The whole environment.
    public var environment: [String: String]
    /// The folder that the program starts in.
    public var home: String
    /// The user id that the program gets; nil if it keeps the switchboard's (``AppIsolation/insecureSingleUser``).
    public var userID: UInt32?
    /// The file that standard output and standard error are appended to.
    public var logPath: String
}
