package import Foundation

/// The content of a keyed archive as a tree, in which an object that is referenced twice occurs twice.
///
/// Its text forms are redacted, since tokens are archived.
package indirect enum ArchivedValue: Sendable, Hashable {
    /// A number object with a Boolean value.
    case null
    /// A number object with an integer.
    case bool(Bool)
    /// A number object that is whole.
    case integer(Int64)
    /// Any other number object.
    case real(Double)
    /// `NSString`
    case string(String)
    /// `NSData`
    case data([UInt8])
    /// `NSDate`
    case date(Date)
    /// `NSArray` or `NSMutableArray`
    case array([ArchivedValue], isMutable: Bool)
    /// `NSDictionary` or `NSMutableDictionary`
    case dictionary(ArchivedDictionary)
    /// An object of any other class.
    case object(ArchivedObject)
    /// A value in an object's member that is not a reference: a number, bytes or a Boolean.
    case primitive(PropertyListValue)
    /// A member of an object that refers to several objects.
    case references([ArchivedValue])
}

/// A dictionary in a keyed archive; its keys may be objects.
package struct ArchivedDictionary: Sendable, Hashable {
    /// One key and its value.
    package struct Entry: Sendable, Hashable {
        /// The key.
        package var key: ArchivedValue
        /// The value.
        package var value: ArchivedValue

        /// Makes an entry.
        package init(_ key: ArchivedValue, _ value: ArchivedValue) {
            self.key = key
            self.value = value
        }
    }

    /// The entries, in the order of the archive.
    package var entries: [Entry]
    /// Whether its class is `NSMutableDictionary`.
    package var isMutable: Bool

    /// Makes a dictionary.
    package init(_ entries: [Entry] = [], isMutable: Bool = false) {
        self.entries = entries
        self.isMutable = isMutable
    }

    /// The value of a text key; setting nil removes the entry.
    package subscript(_ name: String) -> ArchivedValue? {
        get { entries.first { $0.key == .string(name) }?.value }
        set {
            guard let index = entries.firstIndex(where: { $0.key == .string(name) }) else {
                if let newValue { entries.append(Entry(.string(name), newValue)) }
                return
            }
            if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
        }
    }
}

/// An object in a keyed archive.
package struct ArchivedObject: Sendable, Hashable {
    /// Its class and the superclasses, its own first: `ADTokenCacheStoreItem`, `NSObject`.
    package var classes: [String]
    /// The encoded members, by name.
    package var members: [String: ArchivedValue]

    /// Makes an object whose superclass is `NSObject`.
    package init(_ className: String, _ members: [String: ArchivedValue]) {
        self.init(classes: [className, "NSObject"], members: members)
    }

    /// Makes an object.
    package init(classes: [String], members: [String: ArchivedValue]) {
        self.classes = classes
        self.members = members
    }

    /// Its class; empty if the archive contains none.
    package var className: String { classes.first ?? "" }
}

extension ArchivedValue {
    /// The text, if it is one.
    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }
    /// The date, if it is one.
    package var dateValue: Date? {
        if case .date(let value) = self { value } else { nil }
    }
    /// The dictionary, if it is one.
    package var dictionaryValue: ArchivedDictionary? {
        if case .dictionary(let value) = self { value } else { nil }
    }
    /// The object, if it is not of a special class.
    package var objectValue: ArchivedObject? {
        if case .object(let value) = self { value } else { nil }
    }
    /// The number, if it is one.
    package var doubleValue: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .primitive(let value): value.doubleValue
        default: nil
        }
    }
}

extension ArchivedValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text.
    package var description: String { "ArchivedValue(<redacted>)" }
    /// A fixed text.
    package var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
