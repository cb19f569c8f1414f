package import KeyfobCrypto
import KeyfobJOSE
package import KeyfobOAuth

/// A SAML message as it was received by one of the two bindings, with its signature, which is not verified yet.
package struct ReceivedMessage: Sendable {
    /// The parameter that contains a message.
    package enum Kind: String, Sendable {
        /// A request.
        case request = "SAMLRequest"
        /// A response.
        case response = "SAMLResponse"
    }

    /// The longest state of a service that is sent back, in bytes. SAML Bindings section 3.4.3 has 80, which services
    /// exceed.
    package static let longestState = 4096

    /// The parameter that contained it.
    package let kind: Kind
    /// The message. Its content counts only as far as ``verified(by:)`` returns it.
    package let tree: XMLTree
    /// `RelayState`: the state of the service, which is sent back unchanged.
    package let relayState: String?
    private let binding: Binding

    /// Where a message has its signature: in its XML by POST, beside it by redirect.
    private enum Binding: Sendable {
        case redirect(DetachedSignature?)
        case post
    }

    /// Reads a message of the redirect binding (SAML Bindings section 3.4).
    ///
    /// - Parameters:
    ///   - query: the query as it was sent: a signature covers these characters.
    ///   - parameters: its parameters.
    ///   - limits: the limits for the message after decompression.
    /// - Throws: ``OAuthError`` 75005, or 750054 without a message.
    package init(query: String, _ parameters: FormParameters, limits: XMLLimits) throws(OAuthError) {
        let kind = try Self.kind(parameters)
        let raw = RawQuery(query)
        if let encoding = parameters["SAMLEncoding"], encoding != SAMLName.deflate {
            throw SAMLRefusal.malformed("its SAMLEncoding is not DEFLATE")
        }
        // The signature covers the characters, so a name that is written in another way would escape it.
        guard raw.value(kind.rawValue) != nil, let text = parameters[kind.rawValue] else { throw OAuthError(750054) }
        guard let compressed = Base64.decodeLoosely(text),
            let bytes = Inflation.inflated(compressed, atMost: limits.bytes)
        else { throw SAMLRefusal.malformed("it is not DEFLATE in base64, or is too long") }
        self.kind = kind
        tree = try Self.read(bytes, limits)
        relayState = try Self.relayState(parameters)
        guard parameters["Signature"] != nil || parameters["SigAlg"] != nil else {
            binding = .redirect(nil)
            return
        }
        binding = .redirect(
            DetachedSignature(
                algorithm: parameters["SigAlg"] ?? "",
                value: Base64.decodeLoosely(parameters["Signature"] ?? "") ?? [], octets: raw.signed(kind.rawValue)))
    }

    /// Reads a message of the POST binding (SAML Bindings section 3.5).
    ///
    /// - Throws: ``OAuthError`` 75005, or 750054 without a message.
    package init(form: FormParameters, limits: XMLLimits) throws(OAuthError) {
        kind = try Self.kind(form)
        guard let bytes = Base64.decodeLoosely(form[kind.rawValue] ?? "") else {
            throw SAMLRefusal.malformed("it is not base64")
        }
        tree = try Self.read(bytes, limits)
        relayState = try Self.relayState(form)
        binding = .post
    }

    /// Whether it is a request to sign a user out.
    package var isSignOut: Bool { tree.isNamed("LogoutRequest", SAMLName.messages) }

    /// Whether it has a signature in the place where its binding has one.
    package var isSigned: Bool {
        switch binding {
        case .redirect(let signature): signature != nil
        case .post: EnvelopedSignature.isPresent(in: tree)
        }
    }

    /// The message, if one of the keys signed it.
    ///
    /// - Throws: ``OAuthError`` 75005 if its signature is not valid, or is of another form than RSA with SHA-256.
    package func verified(by keys: [RSAPublicKey]) throws(OAuthError) -> XMLTree {
        let signature: DetachedSignature?
        switch binding {
        case .redirect(let detached): signature = detached
        case .post:
            do {
                return try EnvelopedSignature.verified(tree, id: tree[attribute: "ID"] ?? "", keys: keys)
            } catch { throw SAMLRefusal.malformed(error.message) }
        }
        guard let signature else { throw SAMLRefusal.malformed("it is not signed") }
        // SAML Bindings section 3.4.4.1: a message of this binding contains no signature itself.
        guard !EnvelopedSignature.isPresent(in: tree) else {
            throw SAMLRefusal.malformed("it has a signature in its XML and one in the query")
        }
        guard signature.algorithm == EnvelopedSignature.rsaSHA256 else {
            throw SAMLRefusal.malformed("it is not signed with RSA and SHA-256")
        }
        guard keys.contains(where: { $0.verifies(signature.value, of: signature.octets) }) else {
            throw SAMLRefusal.malformed("its signature is not the issuer's")
        }
        return tree
    }

    private static func kind(_ parameters: FormParameters) throws(OAuthError) -> Kind {
        switch (parameters.nonEmpty(Kind.request.rawValue), parameters.nonEmpty(Kind.response.rawValue)) {
        case (nil, nil): throw OAuthError(750054)
        case (_?, nil): .request
        case (nil, _?): .response
        case (_?, _?): throw SAMLRefusal.malformed("there is both a SAMLRequest and a SAMLResponse")
        }
    }

    private static func read(_ bytes: [UInt8], _ limits: XMLLimits) throws(OAuthError) -> XMLTree {
        do { return try XMLReading.read(bytes, limits: limits) } catch { throw SAMLRefusal.malformed(error.message) }
    }

    private static func relayState(_ parameters: FormParameters) throws(OAuthError) -> String? {
        let state = parameters["RelayState"]
        guard (state?.utf8.count ?? 0) <= longestState else {
            throw SAMLRefusal.malformed("its RelayState has more than \(longestState) bytes")
        }
        return state
    }
}

/// A signature beside the message (SAML Bindings section 3.4.4.1).
private struct DetachedSignature: Sendable {
    let algorithm: String
    let value: [UInt8]
    /// The signed characters of the query.
    let octets: [UInt8]
}

/// The parts of a query, as they were written.
private struct RawQuery {
    private let parts: [(name: Substring, value: Substring)]

    init(_ query: String) {
        parts = query.split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (halves[0], halves.count > 1 ? halves[1] : "")
        }
    }

    func value(_ name: String) -> Substring? { parts.first { $0.name == name }?.value }

    /// The characters that a signature covers: message, state and algorithm, in this order.
    func signed(_ message: String) -> [UInt8] {
        let present = [message, "RelayState", "SigAlg"].compactMap { name in value(name).map { "\(name)=\($0)" } }
        return Array(present.joined(separator: "&").utf8)
    }
}
