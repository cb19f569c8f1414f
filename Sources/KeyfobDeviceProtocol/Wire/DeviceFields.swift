import KeyfobCore

/// The members of a JSON object, read by name and type: a missing member, or another type, is an error.
struct DeviceFields {
    let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    init(_ value: JSONValue) throws(DeviceError) {
        guard let members = value.objectValue else { throw .malformed("A part of a message is no object.") }
        self.members = members
    }

    private func missing(_ name: String) -> DeviceError {
        .malformed("A message lacks \(name), or it has another type.")
    }

    func value(_ name: String) throws(DeviceError) -> JSONValue {
        guard let value = members[name] else { throw missing(name) }
        return value
    }

    func text(_ name: String) throws(DeviceError) -> String {
        guard let text = members[name]?.stringValue else { throw missing(name) }
        return text
    }

    func textIfAny(_ name: String) throws(DeviceError) -> String? {
        members[name] == nil ? nil : try text(name)
    }

    func number(_ name: String) throws(DeviceError) -> Int64 {
        guard let number = members[name]?.integerValue else { throw missing(name) }
        return number
    }

    func numberIfAny(_ name: String) throws(DeviceError) -> Int64? {
        members[name] == nil ? nil : try number(name)
    }

    func flag(_ name: String) throws(DeviceError) -> Bool {
        guard let flag = members[name]?.boolValue else { throw missing(name) }
        return flag
    }

    func texts(_ name: String) throws(DeviceError) -> [String] {
        guard let elements = members[name]?.arrayValue else { throw missing(name) }
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw missing(name) }
        return texts
    }

    func choice<Choice: RawRepresentable>(
        _ name: String, _ type: Choice.Type = Choice.self
    ) throws(DeviceError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: try text(name)) else { throw missing(name) }
        return choice
    }

    /// Reads a value with a closure of its type's.
    func read<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(DeviceError) -> Value {
        guard let value = read(try value(name)) else { throw missing(name) }
        return value
    }
}
