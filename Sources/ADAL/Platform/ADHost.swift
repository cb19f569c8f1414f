public import KeyfobClient

/// What ADAL has to know of the app and the device: facts that stand in Info.plist, and who shows pages. Whether a broker is
/// there the environment's broker says (`BrokerAccess.opener`).
///
/// A value, so that tests and Linux say what holds.
public struct ADHost: Sendable {
    /// What the app's bundle declares; nil if it has none, as a command-line tool.
    public var bundle: BundleFacts?
    /// Whether sign-ins have to be started on the main thread.
    public var requiresMainThread = false
    /// Keeps sign-ins apart: one at a time.
    public var sessions: ADSessions

    /// Describes an app.
    public init(bundle: BundleFacts? = nil, sessions: ADSessions = ADSessions()) {
        self.bundle = bundle
        self.sessions = sessions
    }

    /// The bundle id, if it is not blank.
    var appIdentifier: String? { bundle?.bundleID.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the code runs in an extension of an app, which shows no sign-in pages.
    var isAppExtension: Bool { bundle?.isAppExtension ?? false }

    /// This process, by its own bundle.
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
