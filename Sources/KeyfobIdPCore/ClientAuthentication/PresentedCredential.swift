import KeyfobBackport
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// The credential that a token request presents, as it is written (RFC 6749 section 2.3, RFC 7521 section 4.2).
struct PresentedCredential: Sendable {
    /// A credential.
    enum Proof: Sendable {
        /// `client_secret`, or the password of HTTP Basic
        case secret(Secret<String>)
        /// `client_assertion`
        case assertion(Secret<String>)
        /// A credential that cannot be read, or several at once.
        case unusable(OAuthError)
    }

    /// The client id of HTTP Basic.
    var clientID: String?
    /// The credential; nil if the request presents none.
    var proof: Proof?

    /// No credential: for requests that a device has signed.
    static let none = PresentedCredential()

    private init() {}

    /// Reads the credential of a request. It refuses nothing: a public client gets another error than a confidential
    /// one.
    init(_ form: FormParameters, _ request: HTTPRequest) {
        let secret = form.nonEmpty("client_secret").map { Proof.secret(Secret($0)) }
        let assertion = form.nonEmpty("client_assertion").map { text -> Proof in
            switch form.nonEmpty("client_assertion_type") {
            case Self.assertionType: .assertion(Secret(text))
            case nil: .unusable(OAuthError.missing("client_assertion_type"))
            default: .unusable(OAuthError(90023, ["detail": "the client_assertion_type is not supported"]))
            }
        }
        let basic = Self.basic(request)
        clientID = basic?.clientID
        let proofs = [secret, assertion, basic?.proof].compactMap { $0 }
        proof = proofs.first
        // RFC 6749 section 2.3: a client uses one method in a request.
        if proofs.count > 1 {
            proof = .unusable(OAuthError(90023, ["detail": "the client authenticates by more than one method"]))
        }
        guard let named = form.nonEmpty("client_id"), let clientID, named.lowercased() != clientID.lowercased() else {
            return
        }
        proof = .unusable(OAuthError(90023, ["detail": "'client_id' and the Authorization field name two clients"]))
    }

    private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// The `Authorization` field, unless it is a device's response to a challenge.
    ///
    /// Id and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). An empty secret stands for a
    /// public client, as the same section permits where it is left out.
    private static func basic(_ request: HTTPRequest) -> (clientID: String?, proof: Proof?)? {
        let fields = request.fields.all("Authorization").filter { !$0.lowercased().hasPrefix("pkeyauth ") }
        guard let field = fields.first else { return nil }
        let malformed = Proof.unusable(OAuthError(50012, ["detail": "the Authorization field is malformed"]))
        let parts = field.split(separator: " ", maxSplits: 1)
        guard fields.count == 1, parts.count == 2, parts[0].lowercased() == "basic",
            let bytes = Base64.decodeLoosely(String(parts[1])), let text = String(valid: bytes, as: UTF8.self),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            let id = decoded(text.utf8[..<colon]), !id.isEmpty,
            let secret = decoded(text.utf8[text.utf8.index(after: colon)...])
        else { return (nil, malformed) }
        return (id, secret.isEmpty ? nil : .secret(Secret(secret)))
    }

    /// A form-encoded text, with the limit of a form's own values.
    private static func decoded(_ text: Substring.UTF8View) -> String? {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        guard let decoded = PercentEncoding.decode(String(decoding: spaced, as: UTF8.self)), decoded.isStreamSafe else {
            return nil
        }
        return decoded
    }
}
