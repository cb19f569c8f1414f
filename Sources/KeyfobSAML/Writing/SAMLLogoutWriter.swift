import KeyfobJOSE
import KeyfobOAuth

/// Writes the messages of single logout (SAML Core section 3.7), and the addresses by which they are sent: always by
/// the redirect binding, signed.
package struct SAMLLogoutWriter: Sendable {
    /// The provider's name.
    package let issuer: String
    /// The time (Unix seconds).
    package let now: Int64
    private let signer: SAMLSigner

    /// Makes a writer.
    package init(issuer: String, now: Int64, signer: SAMLSigner) {
        self.issuer = issuer
        self.now = now
        self.signer = signer
    }

    /// The address that sends a response to a service's request.
    ///
    /// - Parameters:
    ///   - destination: the service's address for sign-out.
    ///   - requestID: the id of its request.
    ///   - id: the id of the response.
    ///   - relayState: the state that came with the request.
    /// - Throws: the error of the key.
    package func responseAddress(
        to destination: String, requestID: String, id: String, relayState: String?
    ) throws -> String {
        let status = XMLTree(
            "Status", .messages, [],
            [XMLTree("StatusCode", .messages, [("Value", "urn:oasis:names:tc:SAML:2.0:status:Success")])])
        let response = message("LogoutResponse", id, destination, [("InResponseTo", requestID)], [status])
        return try address(of: response, .response, at: destination, relayState)
    }

    /// The address that asks a service to end its session of a user.
    ///
    /// - Parameters:
    ///   - destination: the service's address for sign-out.
    ///   - name: the user, as the service knows it.
    ///   - session: the `SessionIndex` of the sign-in.
    ///   - id: the id of the request.
    /// - Throws: the error of the key.
    package func requestAddress(
        to destination: String, name: SAMLUser.Name, session: String, id: String
    ) throws -> String {
        let request = message(
            "LogoutRequest", id, destination, [],
            [
                XMLTree(
                    "NameID", .assertion, [("Format", name.format.rawValue), ("SPNameQualifier", name.qualifier)],
                    text: name.value), XMLTree("SessionIndex", .messages, text: session),
            ])
        return try address(of: request, .request, at: destination, nil)
    }

    private func message(
        _ name: String, _ id: String, _ destination: String, _ further: [(String, String?)], _ content: [XMLTree]
    ) -> XMLTree {
        XMLTree(
            name, .messages,
            [
                ("ID", id), ("Version", "2.0"), ("IssueInstant", SAMLTime.text(now)), ("Destination", destination),
            ] + further, [XMLTree("Issuer", .assertion, text: issuer)] + content)
    }

    /// SAML Bindings section 3.4.4.1: the signature covers the query as it is sent.
    private func address(
        of message: XMLTree, _ kind: ReceivedMessage.Kind, at destination: String, _ relayState: String?
    ) throws -> String {
        var parameters = FormParameters([(kind.rawValue, Base64.encode(Inflation.stored(message.document)))])
        parameters.set("RelayState", ifPresent: relayState)
        parameters.set("SigAlg", EnvelopedSignature.rsaSHA256)
        let query = parameters.encoded
        let signature = FormParameters([("Signature", Base64.encode(try signer.signature(of: query)))]).encoded
        return "\(destination)\(destination.contains("?") ? "&" : "?")\(query)&\(signature)"
    }
}
