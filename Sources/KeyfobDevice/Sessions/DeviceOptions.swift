#if os(Linux)
package import KeyfobDeviceProtocol

/// The settings of a device.
package struct DeviceOptions: Sendable, Hashable {
    /// The folder of all the device's files, writable by the owner alone.
    package var folder: String
    /// The iOS version whose rules about a URL's sender apply.
    package var os: DeviceOS
    /// How apps are isolated.
    package var isolation: AppIsolation
    /// The user id of the first app; each further one gets the next.
    package var firstUserID: UInt32
    /// The environment of every app, besides the variables that the device sets.
    package var environment: [String: String]
    /// How long a single sign-on call without a window may take, in seconds; the same as for Apple's silent calls.
    package var silentSignOnLimit: Double
    /// How long an app may take from its launch until it listens, in seconds.
    package var launchLimit: Double

    /// Makes options.
    ///
    /// - Parameter folder: an absolute path.
    package init(
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
#endif
