import KeyfobBrokerProtocol
import KeyfobCore

/// Whether a URL is the broker's response: a pure function of the URL, its sender and the request that is under way.
enum BrokerResponseRule {
    /// The decision on a URL.
    enum Outcome: Sendable, Hashable {
        /// It is not for the SDK: the app handles it.
        case foreign
        /// It is the response to the request.
        case reply
    }

    /// Evaluates a URL.
    ///
    /// - Parameters:
    ///   - url: the URL, as the operating system passed it.
    ///   - sourceApplication: the app that opened it, if the system states it; it does for apps of one team only.
    ///   - identity: the broker.
    ///   - request: the request that is under way.
    static func decision(
        _ url: String, sourceApplication: String?, identity: BrokerIdentity, request: BrokerResumeState
    ) -> Outcome {
        guard let reply = BrokerResponseURL(url), isFromBroker(sourceApplication, identity),
            reply.version == request.dialect.version, reply.isFor(request.responseAddress)
        else { return .foreign }
        return .reply
    }

    /// Whether a URL may come from the broker: the system names the broker as its sender, or no sender.
    static func isFromBroker(_ sourceApplication: String?, _ identity: BrokerIdentity) -> Bool {
        guard let source = sourceApplication, !source.allSatisfy(\.isWhitespace) else { return true }
        return identity.isBroker(source)
    }
}
