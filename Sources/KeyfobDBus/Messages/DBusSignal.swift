/// A selection of signals: those with one name, from one object or from any.
package struct DBusSignal: Sendable, Hashable {
    /// The interface.
    package var interface: String
    /// The signal.
    package var member: String
    /// The object that sends it; nil for any.
    package var path: String?

    /// Makes a selection.
    package init(_ interface: String, _ member: String, path: String? = nil) {
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
