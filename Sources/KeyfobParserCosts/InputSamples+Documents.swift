import KeyfobCore
import KeyfobIdPCore
import KeyfobSAML

/// JSON and XML.
extension InputSamples {
    static let documents: [InputSample] = [
        json("JSON: members", start: 200, limit: limits.formBytes / 10) { size in
            "{" + text(size, ",") { "\"member\($0)\":\($0)" } + "}"
        },
        json("JSON: elements", start: 500, limit: limits.formBytes / 2) { size in
            "[" + text(size, ",") { _ in "0" } + "]"
        },
        json("JSON: escapes", start: 500, limit: limits.formBytes / 6) { size in
            "\"" + String(repeating: "\\u00e9", count: size) + "\""
        },
        json("JSON: names of combining marks", start: 500, limit: limits.formBytes / 4) { size in
            "{\"\(marks(size))\":1,\"\(marks(size + 1))\":2}"
        },
        json("JSON: levels again and again", start: 20, limit: limits.formBytes / 128) { size in
            let nest = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
            return "[" + text(size, ",") { _ in nest } + "]"
        },
        xml("XML: attributes", start: 200, limit: limits.assertion.attributes) { size in
            "<a " + text(size, " ") { "b\($0)='c'" } + "/>"
        },
        xml("XML: attributes of namespaces", start: 200, limit: limits.assertion.attributes / 2) { size in
            "<a " + text(size, " ") { "xmlns:n\($0)='u\($0)' n\($0):b='c'" } + "/>"
        },
        xml("XML: elements", start: 200, limit: limits.assertion.elements) { size in
            "<a>" + String(repeating: "<b/>", count: size) + "</a>"
        },
        xml("XML: namespaces declared again in each element", start: 100, limit: limits.assertion.attributes) { size in
            "<a " + text(size, " ") { "xmlns:n\($0)='u'" } + ">" + text(size, "") { _ in "<b xmlns='v'/>" } + "</a>"
        },
        xml("XML: text with references", start: 200, limit: limits.assertion.bytes / 5) { size in
            "<a>" + String(repeating: "&lt;", count: size) + "</a>"
        },
        xml("XML: line ends and brackets", start: 500, limit: limits.assertion.bytes / 3) { size in
            "<a>" + String(repeating: "\r\n]", count: size) + "</a>"
        },
        xml("XML: names of combining marks", start: 500, limit: limits.assertion.bytes / 4) { size in
            "<a \(marks(size))='1' \(marks(size + 1))='2'/>"
        },
        xml("XML: levels again and again", start: 20, limit: limits.assertion.elements / 30) { size in
            let nest = String(repeating: "<b>", count: 30) + String(repeating: "</b>", count: 30)
            return "<a>" + text(size, "") { _ in nest } + "</a>"
        },
        canonical("canonical XML: attributes", start: 100, limit: limits.assertion.attributes / 2) { size in
            "<a " + text(size, " ") { "xmlns:n\($0)='u\($0)' n\($0):b='c'" } + "/>"
        },
        canonical("canonical XML: namespaces", start: 100, limit: limits.assertion.attributes / 2) { size in
            let declared = text(size, " ") { "xmlns:n\($0)='u' n\($0):b='c'" }
            return "<a \(declared)>" + text(size, "") { _ in "<b xmlns='v'/>" } + "</a>"
        },
    ]

    private static func json(
        _ name: String, start: Int, limit: Int, _ make: @escaping @Sendable (Int) -> String
    ) -> InputSample {
        InputSample(name: name, start: start, limit: limit) { size in
            let bytes = Array(make(size).utf8)
            return { _ = try? JSONValue(parsing: bytes) }
        }
    }

    private static func xml(
        _ name: String, start: Int, limit: Int, _ make: @escaping @Sendable (Int) -> String
    ) -> InputSample {
        InputSample(name: name, start: start, limit: limit) { size in
            let bytes = Array(make(size).utf8)
            return { _ = try? XMLReading.read(bytes, limits: raisedLimits.assertion) }
        }
    }

    private static func canonical(
        _ name: String, start: Int, limit: Int, _ make: @escaping @Sendable (Int) -> String
    ) -> InputSample {
        InputSample(name: name, start: start, limit: limit) { size in
            let tree = try? XMLReading.read(Array(make(size).utf8), limits: raisedLimits.assertion)
            return { _ = tree.map { ExclusiveCanonicalForm.bytes(of: $0) } }
        }
    }
}
