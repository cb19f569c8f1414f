import KeyfobCore

extension GraphDescription {
    /// Judges a member whose name has an `@`.
    func annotation(
        _ name: String, _ value: JSONValue, members: [String: GraphType], at place: String, isRequest: Bool
    ) -> [GraphFault] {
        func wrong(_ text: String) -> [GraphFault] { [GraphFault(kind: .wrongAnnotation, place: place, text: text)] }
        let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return wrong("It is no annotation.") }
        let (member, term) = (parts[0], parts[1])
        guard member.isEmpty || members[member] != nil else { return wrong("There is no member \(member).") }
        let isText = value.stringValue?.isEmpty == false
        switch term {
        case "odata.type", "odata.id", "odata.etag", "odata.editLink", "odata.mediaContentType", "odata.mediaEditLink":
            return isText ? [] : wrong("It is a string.")
        case "odata.context": return isText && !isRequest ? [] : wrong("It is a string of a response.")
        case "odata.nextLink", "odata.deltaLink":
            return !isRequest && value.stringValue?.hasPrefix("https://") == true ? [] : wrong("It is an absolute URL.")
        case "odata.count": return !isRequest && value.integerValue != nil ? [] : wrong("It is a number of a response.")
        case "odata.bind":
            let isBound = isText || value.arrayValue?.allSatisfy { $0.stringValue != nil } == true
            return isRequest && isBound ? [] : wrong("It is an address, or addresses, in a request.")
        case "microsoft.graph.tips": return []
        default: return wrong("Graph has no such annotation.")
        }
    }
}
