import KeyfobBackport
package import KeyfobCore

/// One attempt to get a token by a refresh token: read, lock, read again, redeem, evaluate, store.
///
/// One lock, and one request for each refresh token until the server accepts one or the decision ends the call. What it
/// reads and stores is behind its port; the rules in which ports differ are values of its policy.
package struct SilentEngine<Port: SilentPort>: Sendable {
    package private(set) var port: Port
    /// The rules in which the ports differ.
    private let policy: SilentPolicy
    /// The id of the requests in the server's log.
    private let correlationID: String
    /// Releases callers if the server takes too long; nil if they wait.
    private let lateResponse: LateResponse?

    package init(port: Port, policy: SilentPolicy, correlationID: String, lateResponse: LateResponse?) {
        self.port = port
        self.policy = policy
        self.correlationID = correlationID
        self.lateResponse = lateResponse
    }

    /// The outcome of the attempt.
    package func outcome() async -> Result<Port.Value, AuthError> {
        do throws(AuthError) {
            return .success(try await run())
        } catch {
            if let level = policy.failureLevel { port.report(.failed(error, level)) }
            return .failure(error.correlated(correlationID))
        }
    }

    private func run() async throws(AuthError) -> Port.Value {
        let reading = try port.read()
        let token = try firstToken(in: reading)
        // Outside the lock, which it does not need, so that other callers wait for the exchange only.
        try await port.prepare()
        let outcome: Result<Port.Value, AuthError>
        do throws(AuthError) {
            outcome = try await port.locked(token, reading) { () async -> Result<Port.Value, AuthError> in
                do throws(AuthError) {
                    var engine = self
                    engine.port = try port.movedOver()
                    return .success(try await engine.runLocked())
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw error.beforeRequest
        }
        return try outcome.get()
    }

    /// Reads the store again, since the previous holder of the lock may have refreshed the token, and then redeems one
    /// refresh token after the other, as the decisions require.
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
            let decision = policy.decision(port.refusal(error, of: token, after: refused))
            for effect in decision.effects { try await port.apply(effect, to: token) }
            guard decision.triesNext, let next = try port.token(in: reading, after: refused) else {
                throw decision.error
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
        if policy.memory != .none, let error = port.remembered(token) { throw error }
        let rooms: [ReservedRoom]
        do throws(AuthError) { rooms = try port.reserveRoom(for: token) } catch { throw error.beforeRequest }
        let spent = SpentToken(token)
        let response: Port.Response
        do throws(AuthError) {
            response = try await watched { () async throws(AuthError) in
                try await port.redeem(token) { [port] successor in
                    for room in rooms { room.release() }
                    if let kept = await port.keep(successor, of: token) { spent.replace(by: kept) }
                }
            }
        } catch {
            port.note(error, for: token)
            throw error
        }
        port.note(nil, for: token)
        for room in rooms { room.release() }
        return try await port.store(response, of: token, current: spent.current, reading)
    }

    private func watched<Response: Sendable>(
        _ exchange: () async throws(AuthError) -> Response
    ) async throws(AuthError) -> Response {
        guard let lateResponse else { return try await exchange() }
        return try await lateResponse.watch(port.authority, correlationID, exchange)
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
