import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobOAuth

/// The path of an address after the version: names, each with the key in parentheses if it has one.
struct GraphPath: Sendable {
    /// One part.
    struct Segment: Sendable, Hashable {
        let text: String
        /// The name without the key.
        let name: String
        let key: GraphKey?

        init(_ text: String) {
            self.text = text
            guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), open != text.startIndex else {
                name = text
                key = nil
                return
            }
            name = String(text[..<open])
            let inner = text[text.index(after: open)...].dropLast()
            var property: String?
            var value = inner
            if inner.first != "'", let equals = inner.firstIndex(of: "=") {
                property = String(inner[..<equals])
                value = inner[inner.index(after: equals)...]
            }
            if value.hasPrefix("'"), value.hasSuffix("'"), value.count >= 2 { value = value.dropFirst().dropLast() }
            key = value.isEmpty && property == nil ? nil : GraphKey(property: property, value: String(value))
        }
    }

    /// The tenant that the address names before the collection; nil for the caller's own.
    let tenant: String?
    let segments: [Segment]
    /// The last segment, as errors name it.
    var last: String { segments.last?.text ?? "" }

    /// Reads a path, relative to the version.
    init(_ parts: [String]) {
        var parts = parts[...]
        // `myorganization`, a domain or an id stand for a tenant.
        if let first = parts.first, parts.count > 1,
            first == "myorganization" || (first.contains(".") && !first.contains("(") && !first.hasPrefix("microsoft."))
                || ApplicationJSON.isGUID(first.lowercased())
        {
            tenant = first == "myorganization" ? nil : first
            parts = parts.dropFirst()
        } else {
            tenant = nil
        }
        // Microsoft's SDKs write a cast with the alias of the namespace: `graph.user`. A user's name may begin like it.
        segments = parts.map { part in
            let isCast = part.lowercased().hasPrefix("graph.") && GraphType.cast("microsoft.\(part)") != nil
            return Segment(isCast ? "microsoft.\(part)" : part)
        }
    }
}
