import KeyfobOAuth

/// What every SAML request contains (SAML Core section 3.2.1).
package struct SAMLRequestHeader: Sendable, Hashable {
    /// The longest id that a response repeats, in bytes.
    private static let longestID = 256

    /// `ID`, which the response repeats as `InResponseTo`.
    package let id: String
    /// `Issuer`: the service that sent it.
    package let issuer: String
    /// `Destination`: the address for which it was written.
    package let destination: String?
    /// `IssueInstant` in Unix seconds; nil unless it is in UTC.
    package let issuedAt: Int64?

    /// Reads the attributes and the issuer of a request.
    ///
    /// - Throws: ``OAuthError`` 75005, or 7500529 for an ID that starts with a digit.
    init(_ tree: XMLTree, named name: String) throws(OAuthError) {
        guard tree.isNamed(name, SAMLName.messages) else {
            throw SAMLRefusal.malformed("its root is no \(name) of SAML 2.0")
        }
        guard tree[attribute: "Version"] == "2.0" else { throw SAMLRefusal.malformed("its Version is not 2.0") }
        guard let id = tree[attribute: "ID"], !id.isEmpty else { throw SAMLRefusal.malformed("it has no ID") }
        guard Self.isName(id), id.utf8.count <= Self.longestID else {
            throw OAuthError(7500529, ["value": String(id.prefix(64))])
        }
        guard let time = tree[attribute: "IssueInstant"], Self.isTime(time) else {
            throw SAMLRefusal.malformed("its IssueInstant is no time")
        }
        guard let issuer = tree.only("Issuer", SAMLName.assertion)?.text, !issuer.isEmpty else {
            throw SAMLRefusal.malformed("it does not have exactly one Issuer")
        }
        // A fraction of any length, as .NET writes seven digits.
        issuedAt = time.hasSuffix("Z") ? SAMLAssertion.time(String(time.prefix(19)) + "Z") : nil
        self.id = id
        self.issuer = issuer
        destination = tree[attribute: "Destination"]
    }

    /// Whether a text is an XML name without colon, as ids are (XML Schema, `xs:ID`): it does not start with a digit.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F || byte >= 0x80
    }

    /// Whether a text is an `xs:dateTime`. Its value is not used: Entra ID expects one and does not compare it.
    private static func isTime(_ text: String) -> Bool {
        let pattern = Array("dddd-dd-ddTdd:dd:dd".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count >= pattern.count, bytes.count <= 40 else { return false }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        for (byte, wanted) in zip(bytes, pattern) {
            guard wanted == UInt8(ascii: "d") ? isDigit(byte) : byte == wanted else { return false }
        }
        var rest = bytes.dropFirst(pattern.count)
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: isDigit)
            guard !digits.isEmpty else { return false }
            rest = rest.dropFirst(1 + digits.count)
        }
        if rest.isEmpty || rest.elementsEqual([UInt8(ascii: "Z")]) { return true }
        guard rest.count == 6, let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        let zone = Array(rest.dropFirst())
        return zone.enumerated().allSatisfy { $0.offset == 2 ? $0.element == UInt8(ascii: ":") : isDigit($0.element) }
    }
}

extension XMLTree {
    /// An `xs:boolean` attribute; false if it is absent.
    ///
    /// - Throws: ``OAuthError`` 75005 for another text.
    func flag(_ name: String) throws(OAuthError) -> Bool {
        switch self[attribute: name] {
        case nil, "false", "0": false
        case "true", "1": true
        default: throw SAMLRefusal.malformed("its \(name) is neither true nor false")
        }
    }
}
