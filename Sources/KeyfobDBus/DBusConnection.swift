import KeyfobBackport

/// A connection to a message bus. Calls are synchronous, have a timeout, and run one at a time.
///
/// The library requires that only one thread at a time uses a connection, which the lock ensures.
package final class DBusConnection: Sendable {
    /// The library's connection, used only under the lock.
    private struct Handle: @unchecked Sendable {
        let bus: OpaquePointer
    }

    private let library: BusLibrary
    private let timeoutSeconds: Double
    private let handle: Mutex<Handle>

    /// Connects to a bus.
    ///
    /// - Parameters:
    ///   - address: the address of the bus.
    ///   - timeoutSeconds: the timeout of connecting, and of each call after it.
    /// - Throws: ``DBusError``, such as ``DBusError/libraryMissing`` or ``DBusError/unreachable``.
    package convenience init(_ address: DBusAddress, timeoutSeconds: Double) throws(DBusError) {
        try self.init(address, timeoutSeconds: timeoutSeconds, libraryName: nil)
    }

    /// Connects with a library of another name.
    package init(_ address: DBusAddress, timeoutSeconds: Double, libraryName: String?) throws(DBusError) {
        let library = try BusLibrary.named(libraryName)
        self.library = library
        self.timeoutSeconds = timeoutSeconds
        var made: OpaquePointer?
        let result = library.new(&made)
        guard result >= 0, let made else { throw .failed("The library sd-bus cannot make a connection", result) }
        do throws(DBusError) {
            try Self.connect(made, address, BusDeadline(timeoutSeconds), library)
        } catch {
            Self.close(made, library)
            throw error
        }
        handle = Mutex(Handle(bus: made))
    }

    deinit { handle.withLock { Self.close($0.bus, library) } }

    /// Calls a method and waits for the reply.
    ///
    /// - Returns: the values in the reply.
    /// - Throws: ``DBusError`` with the name of the destination's error, or of the error that prevented the call.
    package func call(_ call: DBusCall) throws(DBusError) -> [DBusValue] {
        try handle.withLock { handle throws(DBusError) in
            let message = try BusMessage.make(call, on: handle.bus, of: library)
            let failure = BusErrorStorage(library)
            var reply: OpaquePointer?
            let result = library.call(
                handle.bus, message.pointer, BusDeadline.microseconds(timeoutSeconds), failure.storage, &reply)
            guard result >= 0, let reply else { throw failure.error(result, call) }
            return try BusMessage(reply, of: library).readAll()
        }
    }

    /// Subscribes to signals, for which ``next(_:timeoutSeconds:)`` waits.
    ///
    /// - Throws: ``DBusError`` if the bus refuses.
    package func subscribe(_ signal: DBusSignal) throws(DBusError) {
        _ = try call(.bus("AddMatch", [.string(signal.rule)]))
    }

    /// Waits for a subscribed signal; other signals that arrive meanwhile are dropped.
    ///
    /// - Returns: the values in the signal; nil if none arrived in time.
    /// - Throws: ``DBusError`` if the connection breaks.
    package func next(_ signal: DBusSignal, timeoutSeconds: Double) throws(DBusError) -> [DBusValue]? {
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

    /// Connects and authenticates within the deadline: a bus that accepts the connection and never replies must not
    /// block.
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
