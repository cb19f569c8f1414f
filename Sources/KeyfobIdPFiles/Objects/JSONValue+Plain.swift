import KeyfobCore

extension JSONValue {
    /// The value without members that say nothing: `null`, empty lists and empty objects.
    var plain: JSONValue {
        switch self {
        case .object(let members): .object(members.mapValues(\.plain).filter { !$0.value.saysNothing })
        case .array(let elements): .array(elements.map(\.plain))
        default: self
        }
    }

    private var saysNothing: Bool { self == .null || self == .array([]) || self == .object([:]) }

    /// The paths of the members in which two objects differ. A list counts as a whole.
    static func difference(_ old: JSONValue, _ new: JSONValue, path: String = "") -> [String] {
        guard case .object(let left) = old, case .object(let right) = new else { return old == new ? [] : [path] }
        return Set(left.keys).union(right.keys).sorted().flatMap { name -> [String] in
            let path = path.isEmpty ? name : "\(path).\(name)"
            switch (left[name], right[name]) {
            case (let old?, let new?): return difference(old, new, path: path)
            default: return [path]
            }
        }
    }

    /// An object with some members set, or left out where the value is nil.
    func with(_ others: [String: JSONValue?]) -> JSONValue {
        var members = objectValue ?? [:]
        for (name, value) in others { members[name] = value }
        return .object(members)
    }
}
