import Foundation
import KeyfobBackport

/// Resolves an archive's references from the root.
struct KeyedArchiveDecoder {
    private let objects: [PropertyListValue]
    private let top: [String: PropertyListValue]
    private var nodes = 0
    private var path: Set<UInt32> = []

    init(_ list: PropertyListValue) throws(PropertyListError) {
        guard let members = list.dictionaryValue, members["$archiver"]?.stringValue == KeyedArchive.archiver,
            case .integer(let version)? = members["$version"], let objects = members["$objects"]?.arrayValue,
            let top = members["$top"]?.dictionaryValue
        else { throw PropertyListError("The property list is not a keyed archive.") }
        guard version == KeyedArchive.version else {
            throw PropertyListError("The keyed archive is of another version.")
        }
        self.objects = objects
        self.top = top
    }

    mutating func root(_ key: String) throws(PropertyListError) -> ArchivedValue {
        guard let uid = top[key]?.uidValue else {
            throw PropertyListError("The keyed archive has no root object.")
        }
        return try value(uid)
    }

    private mutating func value(_ uid: UInt32) throws(PropertyListError) -> ArchivedValue {
        nodes += 1
        guard nodes <= BinaryPropertyList.maximumNodes else {
            throw PropertyListError("The keyed archive expands to more objects than any token cache has.")
        }
        guard uid != 0 else { return .null }
        guard let place = Int(exactly: uid), place < objects.count else {
            throw PropertyListError("The keyed archive refers to an object that does not exist.")
        }
        switch objects[place] {
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .string(let value): return .string(value)
        case .data(let value): return .data(value)
        case .date(let value): return .date(Date(timeIntervalSinceReferenceDate: value))
        case .dictionary(let members):
            guard path.count < BinaryPropertyList.maximumDepth, path.insert(uid).inserted else {
                throw PropertyListError("The keyed archive has circular references, or is nested too deeply.")
            }
            defer { path.remove(uid) }
            return try object(members)
        default: throw PropertyListError("The keyed archive has an object of an unknown kind.")
        }
    }

    private mutating func object(_ members: [String: PropertyListValue]) throws(PropertyListError) -> ArchivedValue {
        let classes = try classes(members["$class"])
        switch classes.first {
        case "NSDictionary", "NSMutableDictionary":
            let keys = try values(members["NS.keys"])
            let values = try values(members["NS.objects"])
            guard keys.count == values.count else {
                throw PropertyListError(
                    "The keyed archive has a dictionary with different numbers of keys and values.")
            }
            return .dictionary(
                ArchivedDictionary(
                    zip(keys, values).map { ArchivedDictionary.Entry($0, $1) },
                    isMutable: classes.first == "NSMutableDictionary"))
        case "NSArray", "NSMutableArray":
            return .array(try values(members["NS.objects"]), isMutable: classes.first == "NSMutableArray")
        case "NSDate":
            guard let seconds = members["NS.time"]?.doubleValue else { throw Self.incomplete }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case "NSString", "NSMutableString":
            if let text = members["NS.string"]?.stringValue { return .string(text) }
            guard case .data(let bytes)? = members["NS.bytes"], let text = String(valid: bytes, as: UTF8.self)
            else { throw Self.incomplete }
            return .string(text)
        case "NSData", "NSMutableData":
            guard case .data(let bytes)? = members["NS.data"] else { throw Self.incomplete }
            return .data(bytes)
        default:
            var decoded: [String: ArchivedValue] = [:]
            for (name, member) in members where name != "$class" { decoded[name] = try self.member(member) }
            return .object(ArchivedObject(classes: classes, members: decoded))
        }
    }

    private mutating func member(_ member: PropertyListValue) throws(PropertyListError) -> ArchivedValue {
        if let uid = member.uidValue { return try value(uid) }
        guard let list = member.arrayValue, !list.isEmpty, list.allSatisfy({ $0.uidValue != nil }) else {
            return .primitive(member)
        }
        return .references(try values(member))
    }

    private mutating func values(_ list: PropertyListValue?) throws(PropertyListError) -> [ArchivedValue] {
        guard let list = list?.arrayValue else { throw Self.incomplete }
        var out: [ArchivedValue] = []
        out.reserveCapacity(list.count)
        for element in list {
            guard let uid = element.uidValue else { throw Self.incomplete }
            out.append(try value(uid))
        }
        return out
    }

    /// The names of an object's class and its superclasses.
    private func classes(_ reference: PropertyListValue?) throws(PropertyListError) -> [String] {
        guard let uid = reference?.uidValue, let place = Int(exactly: uid), place < objects.count,
            let record = objects[place].dictionaryValue, let name = record["$classname"]?.stringValue
        else { throw PropertyListError("The keyed archive has an object without a class.") }
        let all = record["$classes"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return all.first == name ? all : [name] + all
    }

    private static let incomplete = PropertyListError("The keyed archive has an incomplete object.")
}
