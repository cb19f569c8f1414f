/// One claim of a ``ClaimsRequest`` and how it is requested (OpenID Connect Core section 5.5.1).
public struct IndividualClaim: Sendable, Hashable {
    /// The claim's name.
    public var name: String
    /// `essential`: whether the app requires it; nil if not given, which means no.
    public var isEssential: Bool?
    /// `value`: the one value that is requested.
    public var value: JSONValue?
    /// `values`: the acceptable values, in order of preference.
    public var values: [JSONValue]?
    /// All other members.
    public var additional: [String: JSONValue] = [:]

    /// Makes a claim; with its name alone it is requested in the default manner (`null`).
    public init(_ name: String, isEssential: Bool? = nil, value: JSONValue? = nil, values: [JSONValue]? = nil) {
        self.name = name
        self.isEssential = isEssential
        self.value = value
        self.values = values
    }

    /// Parses the claim's member; anything but an object requests the claim in the default manner.
    init(_ name: String, json: JSONValue) {
        var members = json.objectValue ?? [:]
        self.name = name
        isEssential = members["essential"]?.boolValue
        value = members["value"]
        values = members["values"]?.arrayValue
        for known in ["essential", "value", "values"] { members[known] = nil }
        additional = members
    }

    /// The claim's member: `null` for the default manner.
    public var json: JSONValue {
        var members = additional
        members["essential"] = isEssential.map { .bool($0) }
        members["value"] = value
        members["values"] = values.map { .array($0) }
        return members.isEmpty ? .null : .object(members)
    }

    /// Returns a claim that satisfies both: essential if either is, with the values of both, this one's first. Strings
    /// that differ only by letter case are one value, as capabilities are compared.
    public func merging(_ other: IndividualClaim) -> IndividualClaim {
        var merged = self
        if let theirs = other.isEssential { merged.isEssential = theirs || isEssential ?? false }
        merged.additional.merge(other.additional) { ours, _ in ours }
        let isSingle = value == nil || other.value == nil || value?.caseless == other.value?.caseless
        if isSingle, values == nil, other.values == nil {
            merged.value = value ?? other.value
            return merged
        }
        var seen: Set<JSONValue> = []
        let all = allValues + other.allValues
        merged.value = nil
        merged.values = all.filter { seen.insert($0.caseless).inserted }
        return merged
    }

    private var allValues: [JSONValue] { (value.map { [$0] } ?? []) + (values ?? []) }
}

extension JSONValue {
    /// A string in lower case; everything else as it is.
    fileprivate var caseless: JSONValue { stringValue.map { .string($0.lowercased()) } ?? self }
}
