/// One connection of a browser, as a machine without I/O: bytes go in, a head or a page comes out.
struct LoopbackConnection: Sendable {
    private enum State {
        case reading([UInt8])
        case writing(ArraySlice<UInt8>)
        /// The page is sent and our half closed; what still comes is thrown away, since closing a socket with unread
        /// bytes resets it, and the browser would lose the page.
        case draining(Int)
        case done
    }
    private var state = State.reading([])

    /// How much is thrown away before the patience ends, in bytes.
    private static let drainLimit = 256 * 1024

    /// What is to be sent now.
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

    /// Takes bytes that came; returns what they make once a request is complete or refused, and nil before and after.
    mutating func receive(_ bytes: ArraySlice<UInt8>) -> RequestHead.Reading? {
        switch state {
        case .reading(let before):
            let all = before + bytes
            let reading = RequestHead.read(all)
            state = .reading(all)
            return reading == .incomplete ? nil : reading
        case .draining(let count):
            state = count + bytes.count > Self.drainLimit ? .done : .draining(count + bytes.count)
            return nil
        case .writing, .done: return nil
        }
    }

    /// The other side has closed, or the connection is broken.
    mutating func close() { state = .done }

    /// Answers the request.
    mutating func answer(_ page: ResultPage) { state = .writing(page.bytes()[...]) }

    /// So many bytes of ``output`` have been sent. Returns whether that was the end of them.
    mutating func sent(_ count: Int) -> Bool {
        guard case .writing(let rest) = state else { return false }
        let left = rest.dropFirst(count)
        state = left.isEmpty ? .draining(0) : .writing(left)
        return left.isEmpty
    }
}
