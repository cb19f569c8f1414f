import KeyfobCore

extension GraphDescription {
    /// In which direction a value goes, and which of its members the request chose.
    struct Reading {
        var isRequest: Bool
        /// The members that `$select` names; nil for all.
        var selected: [String]?
        /// Whether the value is what the response is about, so that the members that Graph returns have to be there.
        var isWhole: Bool

        /// The same for what is inside the value.
        var inside: Reading { Reading(isRequest: isRequest, selected: nil, isWhole: isWhole && selected == nil) }
    }

    /// Judges a value against a type.
    func faults(_ value: JSONValue, _ type: GraphType, at place: String, _ reading: Reading) -> [GraphFault] {
        if type.isCollection {
            guard value != .null else {
                return [GraphFault(kind: .null, place: place, text: "A collection is never null.")]
            }
            guard let elements = value.arrayValue else { return [wrong(type, place)] }
            return elements.enumerated().flatMap { faults($1, type.element, at: "\(place)[\($0)]", reading) }
        }
        if value == .null {
            return type.allowsNull
                ? [] : [GraphFault(kind: .null, place: place, text: "\(type.name) does not allow null here.")]
        }
        if let isRight = isPrimitive(value, type.name, isRequest: reading.isRequest) {
            return isRight ? [] : [wrong(type, place)]
        }
        if type.name == "reference" { return reference(value, at: place) }
        guard let object = value.objectValue else { return [wrong(type, place)] }
        return faults(object, type.name, at: place, reading)
    }

    /// Judges an object against a type that has members.
    func faults(
        _ object: [String: JSONValue], _ declared: String, at place: String, _ reading: Reading
    ) -> [GraphFault] {
        var result: [GraphFault] = []
        let actual = actualType(object, declared, at: place, &result)
        let chain = chain(actual)
        guard !chain.isEmpty else {
            return [GraphFault(kind: .wrongType, place: place, text: "The description has no members of \(actual).")]
        }
        let members = chain.reversed().reduce(into: [String: GraphType]()) { $0.merge($1.type.members) { $1 } }
        let related = chain.reduce(into: Set<String>()) { $0.formUnion($1.type.related) }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            let here = "\(place).\(name)"
            if name.contains("@") {
                result += annotation(name, value, members: members, at: here, isRequest: reading.isRequest)
            } else if let type = members[name] {
                var inside = reading.inside
                if related.contains(name) { inside.isWhole = false }
                result += faults(value, type, at: here, inside)
            } else if !(chain.contains { $0.type.isOpen } && name.hasPrefix("extension_")) {
                result.append(GraphFault(kind: .unknownMember, place: here, text: "\(actual) has no such member."))
            }
        }
        return result + absences(object, actual, chain, members, related, at: place, reading)
    }

    /// The members that are missing, and those that the request did not select.
    private func absences(
        _ object: [String: JSONValue], _ actual: String, _ chain: [(name: String, type: ObjectType)],
        _ members: [String: GraphType], _ related: Set<String>, at place: String, _ reading: Reading
    ) -> [GraphFault] {
        func missing(_ name: String, _ why: String) -> GraphFault {
            GraphFault(kind: .missingMember, place: "\(place).\(name)", text: why)
        }
        if reading.isRequest {
            guard chain.contains(where: { $0.type.isParameters }) || chain.first?.name.hasPrefix("batch") == true else {
                return []
            }
            return members.filter { !$1.allowsNull && object[$0] == nil }.map { missing($0.key, "It is required.") }
        }
        if let selected = reading.selected {
            let absent = selected.filter { members[$0] != nil && !related.contains($0) && object[$0] == nil }
            let extra = object.keys.filter { members[$0] != nil && !related.contains($0) }
                .filter { !selected.contains($0) && $0 != "id" }
            return absent.map { missing($0, "The request selected it.") }
                + extra.sorted().map {
                    GraphFault(kind: .unknownMember, place: "\(place).\($0)", text: "The request did not select it.")
                }
        }
        guard reading.isWhole else { return [] }
        // Of an object that the caller may not read, a collection of several types has only the type and the id.
        guard Set(object.keys) != ["@odata.type", "id"] else { return [] }
        let returned = chain.first { !$0.type.returned.isEmpty }?.type.returned ?? (members["id"] == nil ? [] : ["id"])
        return returned.filter { object[$0] == nil }.map { missing($0, "Graph returns it with every \(actual).") }
    }

    /// The type that `@odata.type` names, or the declared one.
    private func actualType(
        _ object: [String: JSONValue], _ declared: String, at place: String, _ result: inout [GraphFault]
    ) -> String {
        guard let annotation = object["@odata.type"] else {
            if types[declared]?.isAbstract == true || declared == "directoryObject" {
                result.append(
                    GraphFault(kind: .missingType, place: place, text: "\(declared) has derived types: which is it?"))
            }
            return declared
        }
        let text = annotation.stringValue ?? ""
        let name = text.trimmingPrefix("#").trimmingPrefix("microsoft.graph.")
        guard text.hasPrefix("#microsoft.graph."), chain(String(name)).contains(where: { $0.name == declared }) else {
            result.append(
                GraphFault(
                    kind: .wrongAnnotation, place: "\(place).@odata.type",
                    text: "\(text) is not derived from \(declared)."))
            return declared
        }
        return String(name)
    }

    private func reference(_ value: JSONValue, at place: String) -> [GraphFault] {
        guard let address = value["@odata.id"]?.stringValue, address.contains("/") else {
            return [
                GraphFault(kind: .missingMember, place: "\(place).@odata.id", text: "It is the address of an object.")
            ]
        }
        return (value.objectValue ?? [:]).keys.filter { $0 != "@odata.id" && $0 != "@odata.context" }.sorted()
            .map { GraphFault(kind: .unknownMember, place: "\(place).\($0)", text: "A reference has no such member.") }
    }

    private func wrong(_ type: GraphType, _ place: String) -> GraphFault {
        GraphFault(kind: .wrongType, place: place, text: "It is not \(type).")
    }
}
