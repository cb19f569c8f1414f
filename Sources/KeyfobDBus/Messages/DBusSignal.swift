/// A selection of signals: those with one name, from one object or from any.
public struct DBusSignal: Sendable, Hashable {
    /// The interface.
    public var interface: String
    /// The signal.
    public var member: String
    /// The object that sends it; nil for any.
    public var path: String?

    /// Makes a selection.
    public init(_ interface: String, _ member: String, path: String? = nil) {
        self.interface = interface
        self.member = member
        self.path = path
    }

    /// The match rule (D-Bus specification, "Match Rules").
    var rule: String {
        let path = path.map { ",path='\($0)'" } ?? ""
        return "type='signal',interface='\(interface)',member='\(member)'\(path)"
    }
}
