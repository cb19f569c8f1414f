/// A value of D-Bus's type system (D-Bus specification, "Type System"), except file descriptors.
package enum DBusValue: Sendable, Hashable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(String)
    /// `g`
    case signature(String)
    /// `ay`
    case bytes([UInt8])
    /// `a` and the signature of all elements; those of a dictionary are entries.
    case array(of: String, [DBusValue])
    /// `(...)`
    case structure([DBusValue])
    /// `{..}`: a key and its value, in an array.
    indirect case entry(DBusValue, DBusValue)
    /// `v`
    indirect case variant(DBusValue)

    /// The value's signature.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }
}

extension DBusValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only the signature: values may be secret.
    package var description: String { "<\(signature)>" }
    /// Only the signature.
    package var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension DBusValue {
    /// `a{ss}`, in the order of the keys.
    package static func strings(_ members: [String: String]) -> DBusValue {
        let entries = members.sorted { $0.key < $1.key }.map { DBusValue.entry(.string($0.key), .string($0.value)) }
        return .array(of: "{ss}", entries)
    }

    /// `a{sv}`, in the order of the keys.
    package static func variants(_ members: [String: DBusValue]) -> DBusValue {
        let entries = members.sorted { $0.key < $1.key }.map { DBusValue.entry(.string($0.key), .variant($0.value)) }
        return .array(of: "{sv}", entries)
    }

    /// The text of a string, an object path or a signature, or of a variant that contains one.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// The boolean, or that of a variant that contains one.
    package var flag: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .variant(let value): value.flag
        default: nil
        }
    }

    /// The elements of an array or the members of a structure, or of a variant that contains one.
    package var elements: [DBusValue]? {
        switch self {
        case .array(_, let elements), .structure(let elements): elements
        case .variant(let value): value.elements
        default: nil
        }
    }
}
