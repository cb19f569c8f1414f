import Synchronization

/// A connection to a message bus. Calls are synchronous, bounded in time, and take turns.
///
/// The library behind it allows one thread at a time, whichever it is: the lock sees to that.
public final class DBusConnection: Sendable {
    /// The library's connection, touched only under the lock.
    private struct Handle: @unchecked Sendable {
        let bus: OpaquePointer
    }

    private let library: BusLibrary
    private let timeoutSeconds: Double
    private let handle: Mutex<Handle>

    /// Connects to a bus.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - timeoutSeconds: how long connecting may take, and each call after it.
    /// - Throws: ``DBusError``, ``DBusError/libraryMissing`` or ``DBusError/unreachable`` among them.
    public convenience init(_ address: DBusAddress, timeoutSeconds: Double) throws(DBusError) {
        try self.init(address, timeoutSeconds: timeoutSeconds, libraryName: nil)
    }

    /// Connects by means of a library of another name.
    package init(_ address: DBusAddress, timeoutSeconds: Double, libraryName: String?) throws(DBusError) {
        let library = try BusLibrary.named(libraryName)
        self.library = library
        self.timeoutSeconds = timeoutSeconds
        var made: OpaquePointer?
        let result = library.new(&made)
        guard result >= 0, let made else { throw .failed("The library sd-bus refuses to work", result) }
        do throws(DBusError) {
            try Self.connect(made, address, BusDeadline(timeoutSeconds), library)
        } catch {
            Self.close(made, library)
            throw error
        }
        handle = Mutex(Handle(bus: made))
    }

    deinit { handle.withLock { Self.close($0.bus, library) } }

    /// Calls a method and waits for its answer.
    ///
    /// - Returns: what it returned.
    /// - Throws: ``DBusError`` with the name that the other side gave it, or that of what went wrong on the way.
    public func call(_ call: DBusCall) throws(DBusError) -> [DBusValue] {
        try handle.withLock { handle throws(DBusError) in
            let message = try BusMessage.make(call, on: handle.bus, of: library)
            let failure = BusFailure(library)
            var reply: OpaquePointer?
            let result = library.call(
                handle.bus, message.pointer, BusDeadline.microseconds(timeoutSeconds), failure.storage, &reply)
            guard result >= 0, let reply else { throw failure.error(result, call) }
            return try BusMessage(reply, of: library).readAll()
        }
    }

    /// Has the bus send signals here, for ``next(_:timeoutSeconds:)`` to wait for.
    ///
    /// - Throws: ``DBusError`` if the bus refuses.
    public func subscribe(_ signal: DBusSignal) throws(DBusError) {
        _ = try call(.bus("AddMatch", [.string(signal.rule)]))
    }

    /// Waits for a signal that was subscribed to; others that come meanwhile are dropped.
    ///
    /// - Returns: what it carries; nil if none came in that time.
    /// - Throws: ``DBusError`` if the connection breaks.
    public func next(_ signal: DBusSignal, timeoutSeconds: Double) throws(DBusError) -> [DBusValue]? {
        try handle.withLock { handle throws(DBusError) in
            let deadline = BusDeadline(timeoutSeconds)
            while true {
                var received: OpaquePointer?
                let result = library.process(handle.bus, &received)
                guard result >= 0 else { throw .failed("The connection to the bus broke", result) }
                if let received {
                    let message = BusMessage(received, of: library)
                    if Self.matches(message, signal) { return try message.readAll() }
                } else if result == 0 {
                    guard let left = deadline.left else { return nil }
                    _ = library.wait(handle.bus, left)
                }
            }
        }
    }

    private static func matches(_ message: borrowing BusMessage, _ signal: DBusSignal) -> Bool {
        let functions = message.library.message
        guard functions.isSignal(message.pointer, signal.interface, signal.member) > 0 else { return false }
        guard let wanted = signal.path else { return true }
        return functions.path(message.pointer).map { String(cString: $0) } == wanted
    }

    /// Connects and says hello, for no longer than allowed: a bus that accepts and is silent must not hang us.
    private static func connect(
        _ bus: OpaquePointer, _ address: DBusAddress, _ deadline: BusDeadline, _ library: BusLibrary
    ) throws(DBusError) {
        let what = "The message bus at \(address) does not answer"
        var result = library.setAddress(bus, address.description)
        if result >= 0 { result = library.setBusClient(bus, 1) }
        if result >= 0 { result = library.start(bus) }
        guard result >= 0 else { throw .failed(what, result) }
        while true {
            let ready = library.isReady(bus)
            guard ready >= 0 else { throw .failed(what, ready) }
            if ready > 0 { return }
            let done = library.process(bus, nil)
            guard done >= 0 else { throw .failed(what, done) }
            if done > 0 { continue }
            guard let left = deadline.left else {
                throw DBusError(name: DBusError.unreachable, message: "\(what) in time.")
            }
            _ = library.wait(bus, left)
        }
    }

    private static func close(_ bus: OpaquePointer, _ library: BusLibrary) {
        library.close(bus)
        _ = library.unref(bus)
    }
}
