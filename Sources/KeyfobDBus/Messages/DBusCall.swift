/// A method call.
package struct DBusCall: Sendable {
    /// The bus name of the destination.
    package var destination: String
    /// The object.
    package var path: String
    /// The interface.
    package var interface: String
    /// The method.
    package var member: String
    /// The arguments.
    package var arguments: [DBusValue]
    /// Whether the bus may start the destination, if it is not running.
    package var startsService = true

    /// Makes a call.
    package init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// A call to the bus itself.
    package static func bus(_ member: String, _ arguments: [DBusValue] = []) -> DBusCall {
        DBusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
    }

    /// A call that reads a property of an object.
    package static func property(_ name: String, of interface: String, _ destination: String, _ path: String)
        -> DBusCall
    {
        DBusCall(
            destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
    }
}
