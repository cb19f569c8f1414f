/// A type as the description writes it: `Edm.String?`, `Collection(appRole)`.
struct GraphType: Sendable, Hashable, CustomStringConvertible {
    /// The name of the type, or of a collection's elements.
    var name: String
    var isCollection: Bool
    /// Whether null is allowed; of a collection, whether an element may be null.
    var allowsNull: Bool

    init(_ text: String) {
        allowsNull = text.hasSuffix("?")
        let text = allowsNull ? String(text.dropLast()) : text
        isCollection = text.hasPrefix("Collection(") && text.hasSuffix(")")
        name = isCollection ? String(text.dropFirst("Collection(".count).dropLast()) : text
    }

    var description: String { (isCollection ? "Collection(\(name))" : name) + (allowsNull ? "?" : "") }

    /// The type of a collection's elements.
    var element: GraphType {
        var element = self
        element.isCollection = false
        return element
    }
}
