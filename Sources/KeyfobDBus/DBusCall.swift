/// A call of a method: whose, which, with what.
public struct DBusCall: Sendable {
    /// The bus name of the one who is called.
    public var destination: String
    /// The object.
    public var path: String
    /// The interface.
    public var interface: String
    /// The method.
    public var member: String
    /// What it is given.
    public var arguments: [DBusValue]
    /// Whether the bus may start the one who is called, if it is not running.
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

    /// Asks for a property of an object.
    public static func property(_ name: String, of interface: String, _ destination: String, _ path: String) -> DBusCall
    {
        DBusCall(
            destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
    }
}
