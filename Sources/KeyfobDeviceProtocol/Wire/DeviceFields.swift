import KeyfobCore

/// The members of a JSON object, read by name and type: a missing member, or another type, is a fault.
struct DeviceFields {
    let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    init(_ value: JSONValue) throws(DeviceFault) {
        guard let members = value.objectValue else { throw .malformed("A part of a message is no object.") }
        self.members = members
    }

    private func missing(_ name: String) -> DeviceFault {
        .malformed("A message lacks \(name), or it has another type.")
    }

    func value(_ name: String) throws(DeviceFault) -> JSONValue {
        guard let value = members[name] else { throw missing(name) }
        return value
    }

    func text(_ name: String) throws(DeviceFault) -> String {
        guard let text = members[name]?.stringValue else { throw missing(name) }
        return text
    }

    func textIfAny(_ name: String) throws(DeviceFault) -> String? {
        members[name] == nil ? nil : try text(name)
    }

    func number(_ name: String) throws(DeviceFault) -> Int64 {
        guard let number = members[name]?.integerValue else { throw missing(name) }
        return number
    }

    func numberIfAny(_ name: String) throws(DeviceFault) -> Int64? {
        members[name] == nil ? nil : try number(name)
    }

    func flag(_ name: String) throws(DeviceFault) -> Bool {
        guard let flag = members[name]?.boolValue else { throw missing(name) }
        return flag
    }

    func texts(_ name: String) throws(DeviceFault) -> [String] {
        guard let elements = members[name]?.arrayValue else { throw missing(name) }
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw missing(name) }
        return texts
    }

    func choice<Choice: RawRepresentable>(
        _ name: String, _ type: Choice.Type = Choice.self
    ) throws(DeviceFault) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: try text(name)) else { throw missing(name) }
        return choice
    }

    /// Reads a value with a closure of its type's.
    func read<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(DeviceFault) -> Value {
        guard let value = read(try value(name)) else { throw missing(name) }
        return value
    }
}
