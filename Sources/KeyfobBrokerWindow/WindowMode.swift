package import KeyfobBrokerProtocol

/// How the broker's window appears.
package enum WindowMode: String, Sendable, Hashable, CaseIterable {
    /// Above the requesting app, which stays in front.
    case overlay
    /// The broker itself comes to the front.
    case switching

    /// Returns the mode for a request's channel: the single sign-on extension appears above the app, a URL brings the
    /// broker to the front.
    package init(_ channel: CallerIdentity.Channel) {
        switch channel {
        case .singleSignOnExtension: self = .overlay
        case .url: self = .switching
        }
    }
}
