import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobTesting

extension ScriptedBroker {
    private final class Kept: Sendable {
        private let tokens = Mutex<BrokerTokens?>(nil)

        /// Returns the first tokens that it was given.
        func first(_ new: BrokerTokens) -> BrokerTokens {
            tokens.withLock { kept in
                let first = kept ?? new
                kept = first
                return first
            }
        }
    }

    /// Answers every request with the tokens of the first response, as brokers do while an access token is valid.
    ///
    /// - Parameter lifetime: The seconds by which the access token outlives its stated lifetime.
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
