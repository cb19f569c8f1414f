/// The namespaces that are declared where a document is being read or written.
///
/// One table with the outer declarations beneath the inner ones, and no copy for each element: where many are declared,
/// copies would make a document cost the square of its length.
struct XMLScope {
    private var declarations: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]

    /// The namespace of a prefix; nil if none is declared.
    subscript(prefix: String) -> String? { declarations[prefix]?.last }

    /// An element declares a namespace.
    mutating func declare(_ prefix: String, _ namespace: String) {
        declarations[prefix, default: []].append(namespace)
    }

    /// That element ends.
    mutating func leave(_ prefix: String) { _ = declarations[prefix]?.popLast() }
}
