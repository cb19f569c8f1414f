import Foundation

/// Makes the list of an archive's objects, with each class and each text once.
struct KeyedArchiveEncoder {
    private var objects: [PropertyListValue] = [.string("$null")]
    private var classes: [[String]: UInt32] = [:]
    private var scalars: [PropertyListValue: UInt32] = [:]

    mutating func archive(_ value: ArchivedValue, rootKey: String) -> PropertyListValue {
        let root = reference(to: value)
        return .dictionary([
            "$archiver": .string(KeyedArchive.archiver), "$version": .integer(KeyedArchive.version),
            "$objects": .array(objects), "$top": .dictionary([rootKey: root]),
        ])
    }

    private mutating func reference(to value: ArchivedValue) -> PropertyListValue {
        switch value {
        case .null: .uid(0)
        case .bool(let value): scalar(.bool(value))
        case .integer(let value): scalar(.integer(value))
        case .real(let value): scalar(.real(value))
        case .string(let value): scalar(.string(value))
        case .data(let value): scalar(.data(value))
        case .primitive(let value): scalar(value)
        case .date(let value):
            object(["NSDate", "NSObject"]) { _ in ["NS.time": .real(value.timeIntervalSinceReferenceDate)] }
        case .array(let values, let isMutable):
            object(isMutable ? ["NSMutableArray", "NSArray", "NSObject"] : ["NSArray", "NSObject"]) {
                ["NS.objects": $0.references(to: values)]
            }
        case .references(let values):
            object(["NSArray", "NSObject"]) { ["NS.objects": $0.references(to: values)] }
        case .dictionary(let dictionary):
            object(
                dictionary.isMutable
                    ? ["NSMutableDictionary", "NSDictionary", "NSObject"] : ["NSDictionary", "NSObject"]
            ) {
                [
                    "NS.keys": $0.references(to: dictionary.entries.map(\.key)),
                    "NS.objects": $0.references(to: dictionary.entries.map(\.value)),
                ]
            }
        case .object(let value): object(value.classes) { $0.members(of: value) }
        }
    }

    private mutating func members(of object: ArchivedObject) -> [String: PropertyListValue] {
        var out: [String: PropertyListValue] = [:]
        for (name, value) in object.members.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .primitive(let value): out[name] = value
            case .references(let values): out[name] = references(to: values)
            default: out[name] = reference(to: value)
            }
        }
        return out
    }

    private mutating func references(to values: [ArchivedValue]) -> PropertyListValue {
        var out: [PropertyListValue] = []
        for value in values { out.append(reference(to: value)) }
        return .array(out)
    }

    /// Reserves an index for the object first, so that it precedes the objects it refers to.
    private mutating func object(
        _ names: [String], _ members: (inout KeyedArchiveEncoder) -> [String: PropertyListValue]
    ) -> PropertyListValue {
        let uid = append(.string("$null"))
        var all = members(&self)
        all["$class"] = .uid(classReference(names))
        objects[Int(uid)] = .dictionary(all)
        return .uid(uid)
    }

    private mutating func classReference(_ names: [String]) -> UInt32 {
        if let known = classes[names] { return known }
        let uid = append(
            .dictionary([
                "$classname": .string(names.first ?? "NSObject"), "$classes": .array(names.map { .string($0) }),
            ]))
        classes[names] = uid
        return uid
    }

    private mutating func scalar(_ value: PropertyListValue) -> PropertyListValue {
        if let known = scalars[value] { return .uid(known) }
        let uid = append(value)
        scalars[value] = uid
        return .uid(uid)
    }

    private mutating func append(_ value: PropertyListValue) -> UInt32 {
        objects.append(value)
        return UInt32(truncatingIfNeeded: objects.count - 1)
    }
}
