/// An element of a document that ``XMLReading`` has read, with its names resolved.
package struct XMLTree: Sendable {
    /// A child: another element, or text.
    enum Node: Sendable {
        case element(XMLTree)
        case text(String)
    }

    /// An attribute other than a namespace declaration.
    struct Attribute: Sendable {
        let prefix: String
        let name: String
        let namespace: String
        let value: String
    }

    let prefix: String
    let name: String
    let namespace: String
    var attributes: [Attribute]
    var children: [Node]

    /// The child elements, in order.
    var elements: [XMLTree] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text; nil if there are elements in it.
    var text: String? {
        var out = ""
        for child in children {
            guard case .text(let text) = child else { return nil }
            out += text
        }
        return out
    }

    /// The value of an attribute without prefix.
    subscript(attribute name: String) -> String? {
        attributes.first { $0.prefix.isEmpty && $0.name == name }?.value
    }

    func isNamed(_ name: String, _ namespace: String) -> Bool { self.name == name && self.namespace == namespace }

    /// The child elements of that name.
    func all(_ name: String, _ namespace: String) -> [XMLTree] { elements.filter { $0.isNamed(name, namespace) } }

    /// The one child element of that name; nil if there is none, or more than one.
    package func only(_ name: String, _ namespace: String) -> XMLTree? {
        let found = all(name, namespace)
        return found.count == 1 ? found.first : nil
    }

    /// The number of elements of that name, at any depth, including this one.
    func count(_ name: String, _ namespace: String) -> Int {
        elements.reduce(isNamed(name, namespace) ? 1 : 0) { $0 + $1.count(name, namespace) }
    }
}

/// The namespaces that are in scope while a document is read or written.
///
/// One table in which inner declarations cover outer ones, without a copy for each element: with many declarations,
/// copies would make the cost of a document quadratic.
struct XMLScope {
    private var declarations: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]

    /// The namespace of a prefix; nil if none is declared.
    subscript(prefix: String) -> String? { declarations[prefix]?.last }

    /// Declares a namespace for an element.
    mutating func declare(_ prefix: String, _ namespace: String) {
        declarations[prefix, default: []].append(namespace)
    }

    /// Removes a declaration at the end of its element.
    mutating func leave(_ prefix: String) { _ = declarations[prefix]?.popLast() }
}

/// The limits for an XML document from a client.
package struct XMLLimits: Sendable, Hashable {
    /// The bytes of the document.
    package var bytes = 128 << 10
    /// The number of attributes of an element, including namespace declarations.
    package var attributes = 64
    /// The number of elements.
    package var elements = 2000

    /// Makes the default limits.
    package init() {}
}
