import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// What a sign-in by SAML needs of the service's request until the response: its parameters are stored with the
/// pending sign-in, as those of an authorization request are.
struct SAMLExchange: Sendable, Hashable {
    /// `ID` of the request.
    let requestID: String
    /// `Issuer` of the request: the audience of the response.
    let issuer: String
    /// `RelayState`
    let relayState: String?
    /// The format of the user's name; nil if the request named none.
    let format: SAMLNameIDFormat?
    /// `SPNameQualifier`
    let qualifier: String?
    /// The requested authentication contexts; empty for any.
    let contexts: [String]

    private enum Name {
        static let request = "saml_request_id"
        static let issuer = "saml_issuer"
        static let state = "RelayState"
        static let format = "saml_format"
        static let qualifier = "saml_qualifier"
        static let contexts = "saml_contexts"
    }

    init(_ request: SAMLAuthnRequest, relayState: String?) {
        requestID = request.header.id
        issuer = request.header.issuer
        self.relayState = relayState
        format = request.format
        qualifier = request.qualifier
        contexts = request.contexts
    }

    /// Reads stored parameters; nil if they are of another kind of sign-in.
    init?(_ parameters: FormParameters) {
        guard let id = parameters.nonEmpty(Name.request), let issuer = parameters.nonEmpty(Name.issuer) else {
            return nil
        }
        requestID = id
        self.issuer = issuer
        relayState = parameters[Name.state]
        format = parameters[Name.format].flatMap(SAMLNameIDFormat.init(rawValue:))
        qualifier = parameters[Name.qualifier]
        contexts = (parameters[Name.contexts] ?? "").split(separator: " ").map(String.init)
    }

    /// The parameters that are stored.
    var parameters: FormParameters {
        var parameters = FormParameters([(Name.request, requestID), (Name.issuer, issuer)])
        parameters.set(Name.state, ifPresent: relayState)
        parameters.set(Name.format, ifPresent: format?.rawValue)
        parameters.set(Name.qualifier, ifPresent: qualifier)
        if !contexts.isEmpty { parameters.set(Name.contexts, contexts.joined(separator: " ")) }
        return parameters
    }
}
