public import KeyfobSetup

/// The facts about the app and the device that ADAL needs: entries of Info.plist, and the sign-in that is shown. The
/// environment (`BrokerAccess.opener`) determines whether a broker is installed.
///
/// It is a value, so that tests and apps on Linux can set it.
public struct ADHost: Sendable {
    /// The declarations of the app's bundle; nil if it has none, as a command-line tool.
    public var bundle: BundleFacts?
    /// Whether sign-ins must be started on the main thread.
    public var requiresMainThread = false
    /// Limits sign-ins to one at a time.
    public var sessions: ADSessions

    /// Makes the facts about an app.
    public init(bundle: BundleFacts? = nil, sessions: ADSessions = ADSessions()) {
        self.bundle = bundle
        self.sessions = sessions
    }

    /// The bundle id, if it is not empty.
    var appIdentifier: String? { bundle?.bundleID.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the code runs in an app extension, which shows no sign-in pages.
    var isAppExtension: Bool { bundle?.isAppExtension ?? false }

    /// The facts about this process, from its bundle.
    static let process: ADHost = {
        #if canImport(Darwin)
        var host = ADHost(bundle: BundleFacts.main, sessions: .shared)
        #else
        var host = ADHost(sessions: .shared)
        #endif
        #if canImport(UIKit)
        host.requiresMainThread = true
        #endif
        return host
    }()
}
