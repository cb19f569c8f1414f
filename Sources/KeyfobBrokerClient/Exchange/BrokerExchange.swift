import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobCrypto

/// The one request to a broker that a process may have under way. It ends with a URL that the app is opened with, or
/// without.
///
/// It ensures that each response is handled once and by one caller; it does not read the responses.
package final class BrokerExchange: Sendable {
    /// How a request over a URL ended.
    enum Outcome: Sendable, Hashable {
        /// The app was opened with a URL that is the response.
        case reply(String)
        /// The app is in front again, and no URL came.
        case abandoned
        /// The caller or the user has cancelled the request.
        case canceled
        /// No URL came in time.
        case timedOut
    }

    /// Identifies a request that is waiting for a URL.
    struct Ticket: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    fileprivate struct Waiting: Sendable {
        let ticket: Ticket
        let request: BrokerResumeState
        var wasInBackground = false
        var ending: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    fileprivate struct State {
        var waiting: [Waiting] = []
        var nextNumber: UInt64 = 0
        /// The digest of the URL that was handled last: two delegates may pass on one URL.
        var lastHandled: [UInt8]?
        /// The task, of the type that its caller chose, that handles a response to a request of an earlier run.
        var resumed: (any Sendable)?
    }

    private let state = Mutex(State())

    /// Makes an exchange with no request under way.
    package init() {}

    /// Whether a request to a broker is under way.
    package var isUnderWay: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Registers a request.
    ///
    /// - Throws: ``BrokerExchangeError`` `requestUnderWay` if another request is under way.
    func begin(_ request: BrokerResumeState) throws(BrokerExchangeError) -> Ticket {
        let ticket = state.withLock { state -> Ticket? in
            guard state.waiting.isEmpty else { return nil }
            return state.add(request)
        }
        guard let ticket else { throw .requestUnderWay }
        return ticket
    }

    /// Waits for the ending. Cancelling the task ends the request with `canceled`.
    func ending(of ticket: Ticket) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ending = state.withLock { state -> Outcome? in
                    guard let index = state.index(of: ticket) else { return .canceled }
                    if let ending = state.waiting[index].ending { return ending }
                    state.waiting[index].continuation = continuation
                    return nil
                }
                if let ending { continuation.resume(returning: ending) }
            }
        } onCancel: {
            finish(ticket, .canceled)
        }
    }

    /// Ends the request; only the first ending counts.
    func finish(_ ticket: Ticket, _ ending: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard let index = state.index(of: ticket), state.waiting[index].ending == nil else { return nil }
            state.waiting[index].ending = ending
            defer { state.waiting[index].continuation = nil }
            return state.waiting[index].continuation
        }
        continuation?.resume(returning: ending)
    }

    /// Removes a request that has ended, so that the next one can begin.
    func close(_ ticket: Ticket) {
        finish(ticket, .canceled)
        state.withLock { state in state.waiting.removeAll { $0.ticket == ticket } }
    }

    /// Ends the request that is under way, as if the caller had cancelled it.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    package func cancel() -> Bool {
        let tickets = state.withLock { $0.waiting.filter { $0.ending == nil }.map(\.ticket) }
        for ticket in tickets { finish(ticket, .canceled) }
        return !tickets.isEmpty
    }

    /// The request that is under way; nil if there is none.
    var request: (ticket: Ticket, state: BrokerResumeState)? {
        state.withLock { state in
            state.waiting.first { $0.ending == nil }.map { ($0.ticket, $0.request) }
        }
    }

    /// Notes a life-cycle event: if the app becomes active without a URL, the user has left the broker.
    func note(_ event: AppLifeCycleEvent) {
        let abandoned = state.withLock { state -> Ticket? in
            for index in state.waiting.indices {
                switch event {
                case .didEnterBackground, .willEnterForeground: state.waiting[index].wasInBackground = true
                case .didBecomeActive where state.waiting[index].wasInBackground: return state.waiting[index].ticket
                default: break
                }
            }
            return nil
        }
        if let abandoned { finish(abandoned, .abandoned) }
    }

    /// Records that a URL is being handled.
    ///
    /// - Returns: false if it has been handled before.
    package func claim(url: String) -> Bool {
        let digest = Digest.sha256(Array(url.utf8))
        return state.withLock { state in
            guard state.lastHandled != digest else { return false }
            state.lastHandled = digest
            return true
        }
    }

    /// Whether a URL is the one that was handled last.
    func hasClaimed(url: String) -> Bool {
        let digest = Digest.sha256(Array(url.utf8))
        return state.withLock { $0.lastHandled == digest }
    }

    /// Stores the task that handles a response to a request of an earlier run of the app.
    package func keep(_ work: Task<some Sendable, Never>) { state.withLock { $0.resumed = work } }

    /// Removes and returns that task; nil if there is none with this type of outcome.
    package func takeResumed<Outcome: Sendable>(_: Outcome.Type) -> Task<Outcome, Never>? {
        state.withLock { state in
            defer { state.resumed = nil }
            return state.resumed as? Task<Outcome, Never>
        }
    }
}

extension BrokerExchange.State {
    fileprivate mutating func add(_ request: BrokerResumeState) -> BrokerExchange.Ticket {
        nextNumber &+= 1
        let ticket = BrokerExchange.Ticket(number: nextNumber)
        waiting.append(BrokerExchange.Waiting(ticket: ticket, request: request))
        return ticket
    }

    fileprivate func index(of ticket: BrokerExchange.Ticket) -> Int? {
        waiting.firstIndex { $0.ticket == ticket }
    }
}
