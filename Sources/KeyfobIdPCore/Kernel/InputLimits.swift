import KeyfobCore
import KeyfobOAuth
package import KeyfobSAML

/// The limits for input from clients: all limits of the provider's parsers.
///
/// Input beyond them is refused before it is parsed, or as soon as it is counted. The parsers take time in proportion
/// to their input, so that the limits bound the cost of a request.
package struct InputLimits: Sendable, Hashable {
    /// The number of header fields of a request.
    package var headerFields = 100
    /// The number of cookies of a request. Browsers keep 180 for a host, and all ports of `localhost` share them.
    package var cookies = 200
    /// The number of parameters of a query or form.
    package var parameters = FormParameters.maximumCount
    /// The bytes of a form, and of every other body without a separate limit.
    package var formBytes = 64 << 10
    /// The bytes of a request that is stored until a user has decided: a sign-in's, or a device code's.
    package var keptBytes = 16 << 10
    /// The limits of a SAML assertion, which is XML.
    package var assertion = XMLLimits()
    /// The limits of a SAML request, which is XML, after decompression.
    package var samlRequest = {
        var limits = XMLLimits()
        limits.bytes = 32 << 10
        limits.elements = 200
        return limits
    }()
    /// The bytes of a body that requires a token or a session of this provider: those of the admin API, files, and the
    /// portal's forms with a file.
    package var trustedBodyBytes = 1 << 20
    /// The bytes of a body with the files of a directory, which only the holder of the admin token can send.
    package var filesBodyBytes = 48 << 20
    /// The number of scopes of a request.
    package var scopes = 100
    /// The bytes of the parameter `claims`.
    package var claimsBytes = 8192
    /// The number of members and values in the parameter `claims`, including the values of `amr` and `acrs`.
    package var claims = 100

    /// Makes the default limits.
    package init() {}

    /// The bytes of a form with a SAML assertion: base64 makes it a third longer, and the form encodes `+`, `/` and `=`
    /// in three bytes each.
    package var assertionFormBytes: Int { 2 * assertion.bytes }

    /// The path to which the files of a directory are sent.
    static let filesPath = "/_admin/apply"
    /// The paths at which an administrator of a tenant sends a file of it in the portal. It is read for a session only.
    static let portalFilesPaths: Set<String> = ["/portal/files/plan", "/portal/files/apply"]

    /// The bytes of a request's body at an endpoint.
    func bodyBytes(_ request: HTTPRequest, at endpoint: Endpoint) -> Int {
        if request.url.path == Self.filesPath { return filesBodyBytes }
        if endpoint == .portal, Self.portalFilesPaths.contains(request.url.path) { return trustedBodyBytes }
        return bodyBytes(at: endpoint)
    }

    /// The bytes of a body at an endpoint.
    private func bodyBytes(at endpoint: Endpoint) -> Int {
        switch endpoint {
        case .admin, .files: trustedBodyBytes
        case .token: max(formBytes, assertionFormBytes)
        case .authorize, .devicecode: min(formBytes, keptBytes)
        default: formBytes
        }
    }
}
