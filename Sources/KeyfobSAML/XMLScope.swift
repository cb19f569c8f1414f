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
