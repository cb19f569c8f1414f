import KeyfobBrokerProtocol
import KeyfobTesting
import Synchronization

extension ScriptedBroker {
    private final class Kept: Sendable {
        private let tokens = Mutex<BrokerTokens?>(nil)

        /// The first tokens that came.
        func first(_ new: BrokerTokens) -> BrokerTokens {
            tokens.withLock { kept in
                let first = kept ?? new
                kept = first
                return first
            }
        }
    }

    /// Lets it answer every request with the tokens that it gave for the first, as brokers do while an access token holds.
    ///
    /// - Parameter lifetime: in seconds, how much longer the access token holds than it says; 0 for as it says.
    func answersFromMemory(lifetime: Int64 = 0) {
        let kept = Kept()
        behavior.edit = { reply in
            guard let tokens = reply.tokens else { return }
            var first = kept.first(tokens)
            first.expiresOn = first.expiresOn.map { $0 &+ lifetime }
            reply.outcome = .success(first)
        }
    }
}
