package import KeyfobCore
import KeyfobCrypto
package import KeyfobJOSE

/// The provider's challenge to a device to prove its key (MS-PKAP): a redirect to `urn:http-auth:PKeyAuth?…` on a page,
/// or `WWW-Authenticate: PKeyAuth …` at the token endpoint.
package struct PKeyAuthChallenge: Sendable, Hashable {
    static let scheme = "PKeyAuth"
    static let version = "1.0"
    private static let prefix = "urn:http-auth:pkeyauth?"

    /// `CertAuthorities`: the names of the accepted authorities, separated by `;`.
    package var certificateAuthorities: String?
    /// `CertThumbprint`: the requested certificate, by the SHA-1 of its DER, instead of an authority.
    package var certificateThumbprint: String?
    /// `Context`: a value that the response has to return.
    package var context: String
    /// `nonce`
    package var nonce: String
    /// `SubmitUrl`: the URL for the response; a challenge of the token endpoint has none, and the request is repeated.
    package var submitURL: HTTPURL?
    /// `TenantId`: the tenant of the device.
    package var tenantID: String?
    /// `SupportedAlgs`; nil means `RS256`.
    package var supportedAlgorithms: [SignatureAlgorithm]?

    /// Makes a challenge that any device of the tenant can answer.
    ///
    /// - Parameters:
    ///   - context: a value that the response has to return.
    ///   - nonce: a value that the response has to sign.
    ///   - submitURL: the URL for the response; nil at the token endpoint.
    ///   - tenantID: the tenant of the device.
    ///   - certificateAuthorities: the authorities' names.
    ///   - supportedAlgorithms: the algorithms that the response may be signed with.
    package init(
        context: String, nonce: String, submitURL: HTTPURL?, tenantID: String?,
        certificateAuthorities: String? = DeviceCertificateAuthority.distinguishedName,
        supportedAlgorithms: [SignatureAlgorithm]? = [.rs256, .es256]
    ) {
        self.context = context
        self.nonce = nonce
        self.submitURL = submitURL
        self.tenantID = tenantID
        self.certificateAuthorities = certificateAuthorities
        self.supportedAlgorithms = supportedAlgorithms
    }

    /// The URL for a redirect from a page.
    package var url: String {
        var query = FormParameters()
        for (name, value) in named { query.set(name, value) }
        return "urn:http-auth:PKeyAuth?\(query.encoded)"
    }

    /// The value of `WWW-Authenticate`.
    package var fieldValue: String {
        let list = named.map { name, value in "\(name)=\(HTTPFields.quoted(value))" }
        return "\(Self.scheme) \(list.joined(separator: ", "))"
    }

    private var named: [(String, String)] {
        let list: [(String, String?)] = [
            ("CertAuthorities", certificateAuthorities), ("CertThumbprint", certificateThumbprint),
            ("Version", Self.version), ("Context", context), ("nonce", nonce),
            ("SubmitUrl", submitURL?.description), ("TenantId", tenantID),
            ("SupportedAlgs", supportedAlgorithms.map { $0.map(\.rawValue).joined(separator: ",") }),
        ]
        return list.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Whether a URL in a redirect is a challenge, well-formed or not.
    package static func isChallenge(url: String) -> Bool { url.lowercased().hasPrefix(prefix) }

    /// Parses the URL of a redirect.
    ///
    /// - Throws: ``MessageError`` if it is not a challenge, or lacks the context, the nonce or the URL for the response.
    package init(url: String) throws(MessageError) {
        guard Self.isChallenge(url: url) else { throw MessageError("The URL is not a device challenge.") }
        let query = String(decoding: url.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        guard let parameters = try? FormParameters(parsing: query) else {
            throw MessageError("The parameters of the device challenge cannot be read.")
        }
        var members: [String: String] = [:]
        for (name, value) in parameters.pairs {
            guard members.updateValue(value, forKey: name.lowercased()) == nil else {
                throw MessageError("The device challenge has a parameter more than once.")
            }
        }
        try self.init(members: members)
        guard submitURL != nil else { throw MessageError("The device challenge has no URL for the answer.") }
    }

    /// Returns the challenge in a response of the token endpoint; nil if there is none.
    ///
    /// - Throws: ``MessageError`` if the challenge lacks the context or the nonce.
    package static func find(in fields: HTTPFields) throws(MessageError) -> PKeyAuthChallenge? {
        guard let found = AuthenticationChallenge.all(in: fields).first(where: { $0.isOf(scheme) }) else { return nil }
        return try PKeyAuthChallenge(members: found.parameters)
    }

    /// Reads the members, with their names in lower case.
    private init(members: [String: String]) throws(MessageError) {
        guard let context = members["context"], let nonce = members["nonce"], !nonce.isEmpty else {
            throw MessageError("The device challenge has no context or no nonce.")
        }
        guard members["version"].map({ $0 == Self.version }) ?? true else {
            throw MessageError("The device challenge is of another version than 1.0.")
        }
        let submit = members["submiturl"].flatMap(HTTPURL.init)
        guard members["submiturl"] == nil || submit?.scheme == "https" else {
            throw MessageError("The device challenge has a URL for the answer that is not an https URL.")
        }
        self.init(
            context: context, nonce: nonce, submitURL: submit, tenantID: members["tenantid"],
            certificateAuthorities: members["certauthorities"],
            supportedAlgorithms: members["supportedalgs"].map { list in
                list.split(separator: ",").compactMap {
                    SignatureAlgorithm(rawValue: String($0.filter { $0 != " " }))
                }
            })
        certificateThumbprint = members["certthumbprint"]
    }
}
