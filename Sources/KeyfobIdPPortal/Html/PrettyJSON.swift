import KeyfobCore

/// JSON for reading: one member a line, in the order of their names.
enum PrettyJSON {
    static func text(_ value: JSONValue, indent: String = "") -> String {
        let inner = indent + "  "
        if let members = value.objectValue, !members.isEmpty {
            let lines = members.sorted { $0.key < $1.key }.map { name, value in
                "\(inner)\(JSONValue.string(name).text()): \(text(value, indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        }
        if let elements = value.arrayValue, !elements.isEmpty {
            let lines = elements.map { inner + text($0, indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        }
        return value.text()
    }
}
