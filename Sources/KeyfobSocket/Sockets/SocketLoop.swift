import Foundation
import KeyfobBackport

/// A thread that serves sockets with `poll`, so that neither Swift's tasks nor their pool of threads ever block.
///
/// All sources run on this one thread, one after the other: state that only their handlers change needs no further
/// synchronization.
package final class SocketLoop: Sendable {
    private struct State {
        var sources: [ObjectIdentifier: any SocketSource] = [:]
        /// The sources that continue in the next turn.
        var due: [any SocketSource] = []
        var isStopped = false
        var isWoken = false
    }

    private let state = Mutex(State())
    private let wakeRead: Int32
    private let wakeWrite: Int32

    /// Starts a loop.
    ///
    /// - Parameter name: the thread's name in tools.
    /// - Throws: ``SocketError`` if the process cannot open more files.
    package init(name: String) throws(SocketError) {
        (wakeRead, wakeWrite) = try UnixSocket.pair()
        // The thread retains the loop until it is stopped.
        let thread = Thread { self.run() }
        thread.name = name
        thread.start()
    }

    // Not when the thread ends: another owner of the loop may still wake it, and the descriptors may be reused by then.
    deinit {
        UnixSocket.close(wakeRead)
        UnixSocket.close(wakeWrite)
    }

    /// Watches a source from now on.
    package func add(_ source: any SocketSource) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.sources[ObjectIdentifier(source)] = source }
            return state.isStopped
        }
        if isStopped { source.forgotten() } else { wake() }
    }

    /// Ends the thread; every source is removed.
    package func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Makes the loop read its sources' interests again.
    func wake() {
        let isNeeded = state.withLock { state in
            defer { state.isWoken = true }
            return !state.isWoken
        }
        guard isNeeded else { return }
        var byte: UInt8 = 1
        _ = write(wakeWrite, &byte, 1)
    }

    /// Calls a source in the next turn, whether or not it has an event: the others are served in between. Must be
    /// called on the loop's thread.
    func again(_ source: any SocketSource) { state.withLock { $0.due.append(source) } }

    private func run() {
        var polled: [pollfd] = []
        var served: [any SocketSource] = []
        while true {
            let (sources, due, isStopped) = state.withLock { state in
                defer { if !state.due.isEmpty { state.due = [] } }
                return (state.sources, state.due, state.isStopped)
            }
            polled.removeAll(keepingCapacity: true)
            served.removeAll(keepingCapacity: true)
            for (key, source) in sources {
                guard !isStopped, let interest = source.interest else {
                    _ = state.withLock { $0.sources.removeValue(forKey: key) }
                    source.forgotten()
                    continue
                }
                polled.append(pollfd(fd: source.descriptor, events: interest, revents: 0))
                served.append(source)
            }
            guard !isStopped else { break }
            polled.append(pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0))
            let happened = poll(&polled, nfds_t(polled.count), due.isEmpty ? -1 : 0)
            guard happened >= 0 || errno == EINTR else { continue }
            if polled[served.count].revents != 0 { drain() }
            for (index, source) in served.enumerated() where polled[index].revents != 0 {
                source.ready(polled[index].revents)
            }
            for source in due { source.ready(0) }
        }
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeRead, &bytes, bytes.count) > 0 {}
        state.withLock { $0.isWoken = false }
    }
}

/// A source of events for a ``SocketLoop``: a descriptor, and its handlers.
package protocol SocketSource: AnyObject, Sendable {
    /// The descriptor; the loop does not close it.
    var descriptor: Int32 { get }
    /// The events to wait for, as for `poll`; nil if the loop is to remove the source.
    var interest: Int16? { get }
    /// Handles events without blocking. Called on the loop's thread; with 0 if there was no event, and the source only
    /// had more to do than a turn's share.
    func ready(_ events: Int16)
    /// Called once, on the loop's thread, after the loop has removed the source: the descriptor may be closed.
    func forgotten()
}
