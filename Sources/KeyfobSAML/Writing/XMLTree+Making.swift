/// The namespaces of what is written, with the prefix of each.
struct XMLSpace {
    let prefix: String
    let uri: String

    /// Requests and responses.
    static let messages = XMLSpace(prefix: "samlp", uri: SAMLName.messages)
    /// Assertions.
    static let assertion = XMLSpace(prefix: "", uri: SAMLName.assertion)
    /// Metadata.
    static let metadata = XMLSpace(prefix: "", uri: SAMLName.metadata)
    /// Signatures.
    static let signature = XMLSpace(prefix: "", uri: EnvelopedSignature.namespace)
    /// Encrypted content.
    static let encryption = XMLSpace(prefix: "xenc", uri: "http://www.w3.org/2001/04/xmlenc#")
}

extension XMLTree {
    /// Makes an element with other elements in it.
    ///
    /// - Parameter attributes: in any order; one without a value is left out.
    init(_ name: String, _ space: XMLSpace, _ attributes: [(String, String?)] = [], _ elements: [XMLTree] = []) {
        self.init(
            prefix: space.prefix, name: name, namespace: space.uri,
            attributes: attributes.compactMap { name, value in
                value.map { Attribute(prefix: "", name: name, namespace: "", value: Self.allowed($0)) }
            }, children: elements.map { .element($0) })
    }

    /// Makes an element with text in it.
    init(_ name: String, _ space: XMLSpace, _ attributes: [(String, String?)] = [], text: String) {
        self.init(name, space, attributes)
        children = [.text(Self.allowed(text))]
    }

    /// The element as a document. The canonical form is one: it declares each namespace that it uses.
    var document: [UInt8] { ExclusiveCanonicalForm.bytes(of: self) }

    /// A text with a mark in the place of each character that XML does not allow (XML 1.0 section 2.2).
    private static func allowed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { XMLReading.isAllowed($0) ? $0 : "\u{FFFD}" }))
    }
}
