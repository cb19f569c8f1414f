/// A message of `sd-bus`, retained for the lifetime of this value.
struct BusMessage: ~Copyable {
    let library: BusLibrary
    let pointer: OpaquePointer

    /// Takes ownership of a reference.
    init(_ pointer: OpaquePointer, of library: BusLibrary) {
        self.library = library
        self.pointer = pointer
    }

    /// Makes the message of a method call.
    static func make(
        _ call: DBusCall, on bus: OpaquePointer, of library: BusLibrary
    ) throws(DBusError) -> BusMessage {
        for name in [call.destination, call.path, call.interface, call.member] where name.utf8.contains(0) {
            throw DBusError(name: DBusError.malformed, message: "A name in a call over the bus contains a NUL.")
        }
        var made: OpaquePointer?
        let result = library.message.newCall(
            bus, &made, call.destination, call.path, call.interface, call.member)
        guard result >= 0, let made else {
            throw .failed("The call \(call.interface).\(call.member) cannot be made", result, name: DBusError.malformed)
        }
        let message = BusMessage(made, of: library)
        try message.check(library.message.setAutoStart(made, call.startsService ? 1 : 0))
        for argument in call.arguments { try message.append(argument) }
        return message
    }

    deinit { _ = library.message.unref(pointer) }

    /// Throws if `sd-bus` could not write or read.
    func check(_ result: Int32) throws(DBusError) {
        guard result >= 0 else {
            throw .failed("A message of the bus has another form than it should", result, name: DBusError.malformed)
        }
    }
}
