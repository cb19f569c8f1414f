public import KeyfobDeviceProtocol

/// How a device is set up.
public struct DeviceOptions: Sendable, Hashable {
    /// The folder that holds everything of the device's: for the owner alone to write.
    public var folder: String
    /// Whose rules about telling who opened a URL are followed.
    public var os: DeviceOS
    /// How apps are kept apart.
    public var isolation: AppIsolation
    /// The user id of the first app; each further one gets the next.
    public var firstUserID: UInt32
    /// What every app finds in its environment, besides what the device puts there.
    public var environment: [String: String]
    /// How long a single sign-on call without a window may take, in seconds; as long as Apple's silent calls.
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
