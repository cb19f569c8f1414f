/// One connection of a browser, as a state machine without I/O: its input is bytes, its output a head or a page.
struct LoopbackConnection: Sendable {
    private enum State {
        case reading([UInt8])
        /// The request is complete, and its page is not known yet; further input is discarded.
        case holding(Int)
        case writing(ArraySlice<UInt8>)
        /// The page is sent and our half is closed. Further input is discarded, since closing a socket with unread
        /// bytes resets it, and the browser would lose the page.
        case draining(Int)
        case done
    }
    private var state = State.reading([])

    /// The number of bytes that are discarded before the connection is closed.
    private static let drainLimit = 256 * 1024

    /// The bytes to send now.
    var output: ArraySlice<UInt8> {
        if case .writing(let rest) = state { rest } else { [] }
    }
    var wantsToWrite: Bool { !output.isEmpty }
    var isDraining: Bool {
        if case .draining = state { true } else { false }
    }
    var isDone: Bool {
        if case .done = state { true } else { false }
    }

    /// Adds input; returns the result once a request is complete or refused, and nil before and after.
    mutating func receive(_ bytes: ArraySlice<UInt8>) -> RequestHead.Reading? {
        switch state {
        case .reading(let before):
            let all = before + bytes
            let reading = RequestHead.read(all, within: .redirect)
            state = .reading(all)
            return reading == .incomplete ? nil : reading
        case .draining(let count):
            state = count + bytes.count > Self.drainLimit ? .done : .draining(count + bytes.count)
            return nil
        case .holding(let count):
            state = count + bytes.count > Self.drainLimit ? .done : .holding(count + bytes.count)
            return nil
        case .writing, .done: return nil
        }
    }

    /// Waits for the page of the request.
    mutating func hold() { state = .holding(0) }

    /// Ends the connection: the peer has closed it, or it is broken.
    mutating func close() { state = .done }

    /// Responds to the request.
    mutating func answer(_ page: ResultPage) { state = .writing(page.bytes()[...]) }

    /// Removes sent bytes from ``output``. Returns whether all are sent.
    mutating func sent(_ count: Int) -> Bool {
        guard case .writing(let rest) = state else { return false }
        let left = rest.dropFirst(count)
        state = left.isEmpty ? .draining(0) : .writing(left)
        return left.isEmpty
    }
}
