/// A value of a binary property list, as used by keyed archives.
///
/// Its text forms are redacted, since an archive contains tokens.
package enum PropertyListValue: Sendable, Hashable {
    /// The null object.
    case null
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A date, in seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// A reference into a keyed archive's list of objects.
    case uid(UInt32)
    /// Values in order.
    case array([PropertyListValue])
    /// Values without order.
    case set([PropertyListValue])
    /// Values by name.
    case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
    /// The text, if it is one.
    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The members, if it is a dictionary.
    package var dictionaryValue: [String: PropertyListValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The elements, if it is an array.
    package var arrayValue: [PropertyListValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The reference, if it is one.
    var uidValue: UInt32? {
        if case .uid(let value) = self { value } else { nil }
    }

    /// The number, if it is one.
    var doubleValue: Double? {
        switch self {
        case .real(let value), .date(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }
}

extension PropertyListValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text.
    package var description: String { "PropertyListValue(<redacted>)" }
    /// A fixed text.
    package var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
