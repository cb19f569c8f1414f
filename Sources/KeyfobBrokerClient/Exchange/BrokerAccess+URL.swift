package import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobFlows

extension BrokerAccess {
    /// The outcome of a request over a URL.
    package enum URLResult: Sendable {
        /// The broker opened the app with a URL.
        case reply(String)
        /// The broker could not be opened; the next step of the route follows.
        case notOpened
        /// The request failed.
        case failure(AuthError)
    }

    /// Opens the broker and waits for the response, for the user's return without one, for the time limit, or for
    /// cancellation.
    package func send(_ request: BrokerRequest, _ state: BrokerResumeState) async -> URLResult {
        // The look-up of the broker may have taken some time.
        guard !Task.isCancelled else { return .failure(Self.canceled) }
        let ticket: BrokerExchange.Ticket
        do throws(BrokerExchangeError) {
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
            return .failure(BrokerExchangeError.noReply.authError)
        case .timedOut:
            forget()
            return .failure(Self.tooLate)
        case .canceled:
            forget()
            return .failure(Self.canceled)
        }
    }

    /// Decrypts the response to a request, and deletes the stored request.
    ///
    /// - Parameter unstored: gets the error if the broker's token for the app cannot be stored, which does not fail the
    ///   call.
    /// - Throws: `brokerFailed` with a ``BrokerExchangeError`` as its cause.
    package func open(
        _ url: String, _ state: BrokerResumeState, unstored: (AuthError) -> Void
    ) throws(AuthError) -> BrokerResponse {
        forget()
        guard let key = try storedKey() else { throw BrokerExchangeError.keyNotFound.authError }
        guard let sealed = BrokerResponseURL(url) else { throw BrokerExchangeError.corrupted.authError }
        let reply: BrokerResponse
        do throws(BrokerExchangeError) {
            reply = try sealed.open(key: key, request: state)
        } catch {
            var failure = error.authError
            failure.correlationID = failure.correlationID ?? state.correlationID
            throw failure
        }
        if let token = reply.applicationToken, let error = keep(token, of: state.clientID) {
            unstored(error)
        }
        return reply
    }

    /// Deletes the stored request, so that no later URL is a response to it.
    package func forget() { try? memory.keep(nil, as: BrokerResumeState.defaultsKey) }

    private func limit(_ ticket: BrokerExchange.Ticket) -> Task<Void, Never>? {
        guard let responseTimeout else { return nil }
        let pause = pause
        let exchange = exchange
        return Task {
            do throws(AuthError) {
                try await pause.wait(seconds: responseTimeout)
                exchange.finish(ticket, .timedOut)
            } catch {}
        }
    }

    private static var canceled: AuthError {
        AuthError(.canceled, origin: .app, message: "The call was cancelled.")
    }

    private static var tooLate: AuthError {
        var error = BrokerExchangeError.noReply.authError
        error.message = "The broker's response did not reach this app in time."
        return error
    }
}
