import KeyfobBrokerProtocol
import KeyfobCore

/// Whose a URL is that came to the app: one pure function of the URL, its sender and the request that is waited for.
enum BrokerIntake {
    /// What is to be done with a URL.
    enum Verdict: Sendable, Hashable {
        /// It is none of the SDK's: the app looks further.
        case foreign
        /// It is the reply that is waited for.
        case reply
    }

    /// Judges a URL.
    ///
    /// - Parameters:
    ///   - url: as the operating system handed it over.
    ///   - sourceApplication: who has opened it, if the system says so; it does for apps of one team only.
    ///   - identity: the broker.
    ///   - request: what is waited for.
    static func verdict(
        _ url: String, sourceApplication: String?, identity: BrokerIdentity, request: BrokerResumeState
    ) -> Verdict {
        guard let reply = BrokerReplyURL(url), isFromBroker(sourceApplication, identity),
            reply.version == request.dialect.version, reply.isFor(request.replyAddress)
        else { return .foreign }
        return .reply
    }

    /// Whether a URL may come from the broker: the system names it, or names nobody.
    static func isFromBroker(_ sourceApplication: String?, _ identity: BrokerIdentity) -> Bool {
        guard let source = sourceApplication, !source.allSatisfy(\.isWhitespace) else { return true }
        return identity.isBroker(source)
    }
}
