public import KeyfobBrokerProtocol

/// How the broker shows itself.
public enum WindowMode: String, Sendable, Hashable, CaseIterable {
    /// Above the app that asked, which stays in front.
    case overlay
    /// The broker itself comes to the front.
    case switching

    /// How a request that came that way is answered: the single sign-on extension shows itself above the app, a URL brings
    /// the broker to the front.
    public init(_ channel: CallerIdentity.Channel) {
        switch channel {
        case .singleSignOnExtension: self = .overlay
        case .url: self = .switching
        }
    }
}
