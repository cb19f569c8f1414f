public import KeyfobDeviceProtocol

/// The settings of a device.
public struct DeviceOptions: Sendable, Hashable {
    /// The folder of all the device's files, writable by the owner alone.
    public var folder: String
    /// The iOS version whose rules about a URL's sender apply.
    public var os: DeviceOS
    /// How apps are isolated.
    public var isolation: AppIsolation
    /// The user id of the first app; each further one gets the next.
    public var firstUserID: UInt32
    /// The environment of every app, besides the variables that the device sets.
    public var environment: [String: String]
    /// How long a single sign-on call without a window may take, in seconds; the same as for Apple's silent calls.
    public var silentSignOnLimit: Double
    /// How long an app may take from its launch until it listens, in seconds.
    public var launchLimit: Double

    /// Makes options.
    ///
    /// - Parameter folder: an absolute path.
    public init(
        folder: String, os: DeviceOS = .ios13, isolation: AppIsolation = .userPerApp, firstUserID: UInt32 = 210_000,
        environment: [String: String] = [:], silentSignOnLimit: Double = 60, launchLimit: Double = 20
    ) {
        self.folder = folder
        self.os = os
        self.isolation = isolation
        self.firstUserID = firstUserID
        self.environment = environment
        self.silentSignOnLimit = silentSignOnLimit
        self.launchLimit = launchLimit
    }

    /// The assurance that this isolation gives.
    var assurance: AppAssurance {
        switch isolation {
        case .userPerApp: .kernelEnforced
        case .insecureSingleUser: .claimed
        }
    }
}
