import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

extension BrokerAccess {
    /// What came of a request over a URL.
    enum URLOutcome: Sendable {
        /// A URL came back.
        case reply(String)
        /// The broker could not be opened: somebody else is to be asked.
        case notOpened
        /// It came to nothing.
        case failure(AuthError)
    }

    /// Opens the broker and waits: for the reply, for the person who comes back without one, for the limit, or for the
    /// program that cancels.
    func send(_ request: BrokerRequest, _ state: BrokerResumeState) async -> URLOutcome {
        // Whether a broker is there was asked before, and the system may have taken its time.
        guard !Task.isCancelled else { return .failure(Self.canceled) }
        let ticket: BrokerExchange.Ticket
        do throws(BrokerFault) {
            ticket = try exchange.begin(state)
        } catch {
            return .failure(error.authError)
        }
        defer { exchange.close(ticket) }
        let observation = lifeCycle?.observe { [exchange] event in exchange.note(event) }
        defer { observation?.cancel() }
        do throws(AuthError) {
            try memory.keep(state.dictionary, as: BrokerResumeState.defaultsKey)
        } catch {
            return .failure(error)
        }
        guard !Task.isCancelled else {
            forget()
            return .failure(Self.canceled)
        }
        guard await opener.open(request.url(to: identity), universalLinksOnly: false) else {
            forget()
            return .notOpened
        }
        let limit = limit(ticket)
        defer { limit?.cancel() }
        switch await exchange.ending(of: ticket) {
        case .reply(let url): return .reply(url)
        case .abandoned:
            forget()
            return .failure(BrokerFault.noReply.authError)
        case .timedOut:
            forget()
            return .failure(Self.tooLate)
        case .canceled:
            forget()
            return .failure(Self.canceled)
        }
    }

    /// Reads the reply to a request, and forgets the request.
    ///
    /// - Parameter log: hears of what is no failure.
    /// - Throws: `brokerFailed` with a ``BrokerFault`` as its cause.
    func open(
        _ url: String, _ state: BrokerResumeState, log: (LogText) -> Void
    ) throws(AuthError) -> BrokerReply {
        forget()
        guard let key = try storedKey() else { throw BrokerFault.keyNotFound.authError }
        guard let sealed = BrokerReplyURL(url) else { throw BrokerFault.corrupted.authError }
        let reply: BrokerReply
        do throws(BrokerFault) {
            reply = try sealed.open(key: key, request: state)
        } catch {
            throw error.authError.correlated(state.correlationID)
        }
        if let token = reply.applicationToken, let error = keep(token, of: state.clientID) {
            log("\(euii: error.message)")
        }
        return reply
    }

    /// Forgets the request: whatever comes after this is no answer to it.
    func forget() { try? memory.keep(nil, as: BrokerResumeState.defaultsKey) }

    private func limit(_ ticket: BrokerExchange.Ticket) -> Task<Void, Never>? {
        guard let replyTimeout else { return nil }
        let pause = pause
        let exchange = exchange
        return Task {
            do throws(AuthError) {
                try await pause.wait(seconds: replyTimeout)
                exchange.finish(ticket, .timedOut)
            } catch {}
        }
    }

    private static var canceled: AuthError {
        AuthError(.canceled, origin: .app, message: "The call was cancelled.")
    }

    private static var tooLate: AuthError {
        var error = BrokerFault.noReply.authError
        error.message = "The broker's reply did not reach this app in time."
        return error
    }
}
