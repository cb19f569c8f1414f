/// A method call.
public struct DBusCall: Sendable {
    /// The bus name of the destination.
    public var destination: String
    /// The object.
    public var path: String
    /// The interface.
    public var interface: String
    /// The method.
    public var member: String
    /// The arguments.
    public var arguments: [DBusValue]
    /// Whether the bus may start the destination, if it is not running.
    public var startsService = true

    /// Makes a call.
    public init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// A call to the bus itself.
    public static func bus(_ member: String, _ arguments: [DBusValue] = []) -> DBusCall {
        DBusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
    }

    /// A call that reads a property of an object.
    public static func property(_ name: String, of interface: String, _ destination: String, _ path: String) -> DBusCall
    {
        DBusCall(
            destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
    }
}
