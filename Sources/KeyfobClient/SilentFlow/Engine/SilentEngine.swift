package import KeyfobCore
import KeyfobFlows
import Synchronization

/// One attempt to get a token by a refresh token: read, lock, read again, redeem, judge, store.
///
/// One lock, and one request for each refresh token until the server accepts one or the verdict ends the call. MSAL's
/// store and ADAL's caches are its two ports.
package struct SilentEngine<Port: SilentPort>: Sendable {
    package var port: Port
    /// The id of the requests in the server's log.
    package let correlationID: String
    /// Releases callers if the server takes too long.
    package let lateAnswer: LateAnswer

    package init(port: Port, correlationID: String, lateAnswer: LateAnswer) {
        self.port = port
        self.correlationID = correlationID
        self.lateAnswer = lateAnswer
    }

    /// The outcome of the attempt.
    package func outcome() async -> Result<Port.Value, AuthError> {
        do throws(AuthError) {
            return .success(try await run())
        } catch {
            port.report(.failed(error))
            return .failure(error.correlated(correlationID))
        }
    }

    private func run() async throws(AuthError) -> Port.Value {
        let reading = try port.read()
        let token = try firstToken(in: reading)
        // Outside the lock, which it does not need, so that other callers wait for the exchange only.
        try await port.prepare()
        return try await port.locked(token, reading) { () async throws(AuthError) -> Port.Value in
            var engine = self
            engine.port = try port.movedOver()
            return try await engine.runLocked()
        }
    }

    /// Reads the store again, since the previous holder of the lock may have refreshed the token, and then redeems one
    /// refresh token after the other, as the verdicts require.
    private func runLocked() async throws(AuthError) -> Port.Value {
        let reading = try port.read()
        if let value = try await port.refreshedMeanwhile(reading) {
            port.report(.refreshedMeanwhile)
            return value
        }
        var token = try firstToken(in: reading)
        var refused: [Port.Token] = []
        while true {
            let outcome = await attempt(token, reading)
            guard case .failure(let error) = outcome else { return try outcome.get() }
            refused.append(token)
            let verdict = port.verdict(error, after: refused)
            for effect in verdict.effects { try await port.apply(effect, to: token) }
            guard verdict.triesNext, let next = try port.token(in: reading, after: refused) else {
                throw verdict.error
            }
            token = next
        }
    }

    private func firstToken(in reading: Port.Reading) throws(AuthError) -> Port.Token {
        guard let token = try port.token(in: reading, after: []) else { throw port.nothingToRedeem }
        return token
    }

    private func attempt(_ token: Port.Token, _ reading: Port.Reading) async -> Result<Port.Value, AuthError> {
        do throws(AuthError) {
            return .success(try await redeem(token, reading))
        } catch {
            return .failure(error)
        }
    }

    /// Redeems a refresh token, and stores the new tokens.
    private func redeem(_ token: Port.Token, _ reading: Port.Reading) async throws(AuthError) -> Port.Value {
        if let error = port.remembered(token) { throw error }
        let spent = SpentToken(token)
        let response: Port.Response
        do throws(AuthError) {
            response = try await lateAnswer.watch(port.authority, correlationID) { () async throws(AuthError) in
                try await port.redeem(token) { [port] successor in
                    if let kept = await port.keep(successor, of: token) { spent.replace(by: kept) }
                }
            }
        } catch {
            port.note(error, for: token)
            throw error
        }
        port.note(nil, for: token)
        return try await port.store(response, of: token, current: spent.current, reading)
    }
}

/// The refresh token of one exchange: the redeemed one, until its successor is stored.
private final class SpentToken<Token: Sendable>: Sendable {
    private let state: Mutex<Token>

    init(_ token: Token) { state = Mutex(token) }

    /// The token that the store has now.
    var current: Token { state.withLock { $0 } }

    /// Records that the successor was stored.
    func replace(by successor: Token) { state.withLock { $0 = successor } }
}
