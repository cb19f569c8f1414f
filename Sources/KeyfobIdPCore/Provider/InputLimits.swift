import KeyfobOAuth

/// How much of what a stranger sends the provider reads: every limit of its parsers, in one place.
///
/// What goes beyond is refused before it is taken apart, or as soon as it is counted. The parsers take time in proportion
/// to what they read, so that the limits bound what a request can cost.
package struct InputLimits: Sendable, Hashable {
    /// The header fields of a request.
    package var headerFields = 100
    /// The cookies of a request. Browsers keep 180 for a host, and all ports of `localhost` share them.
    package var cookies = 200
    /// The parameters of a query or form.
    package var parameters = FormParameters.maximumCount
    /// The bytes of a form, and of every other body that has no limit of its own.
    package var formBytes = 64 << 10
    /// The bytes of a request that is kept until a person has answered: a sign-in's, or a device code's.
    package var keptBytes = 16 << 10
    /// The bytes of a SAML assertion, which is XML.
    package var assertionBytes = 128 << 10
    /// The bytes of a body that a token of this provider's has to come with: the admin API's, and files.
    package var trustedBodyBytes = 1 << 20
    /// The scopes of a request.
    package var scopes = 100
    /// The bytes of the parameter `claims`.
    package var claimsBytes = 8192
    /// The members and values in the parameter `claims`: the values of `amr` and `acrs` among them.
    package var claims = 100
    /// The attributes of an XML element, declarations of namespaces included.
    package var xmlAttributes = 64

    /// The elements of an XML document.
    package var xmlElements = 2000

    /// The limits that hold unless others are set.
    package init() {}

    /// The bytes of a form with a SAML assertion: base64 makes a third more of it, and the form writes `+`, `/` and `=` with
    /// three bytes each.
    package var assertionFormBytes: Int { 2 * assertionBytes }

    /// The bytes of a body at an endpoint.
    func bodyBytes(at endpoint: Endpoint) -> Int {
        switch endpoint {
        case .admin, .files: trustedBodyBytes
        case .token: max(formBytes, assertionFormBytes)
        case .authorize, .devicecode: min(formBytes, keptBytes)
        default: formBytes
        }
    }
}
