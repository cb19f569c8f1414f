import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// The addresses by which the clients and services of a session learn of its end. Hidden frames of the page after
/// signing out load them.
enum SignOutNotices {
    /// The addresses for the accounts that have left.
    ///
    /// - Parameter clientID: the client or service at which the user signs out; it gets no notice.
    static func addresses(
        _ session: EndedSession, except clientID: String?, _ context: RequestContext
    ) throws -> [String] {
        // Without an RSA key no service can be reached, which must not keep the user signed in elsewhere.
        let signer = try? context.samlSigner()
        return try session.left.flatMap { member -> [String] in
            let clients = (member.account.openIDParticipants ?? []).filter { $0.clientID != clientID }
            let services = (member.account.participants ?? []).filter { $0.clientID != clientID }
            return clients.compactMap { frontChannel($0, context) }
                + (try services.compactMap { try request(to: $0, of: member.user, signer, context) })
        }
    }

    /// The address of a client's logout URL with `iss` and `sid` (OpenID Connect Front-Channel Logout 1.0 section 2);
    /// nil if it has none any more.
    private static func frontChannel(_ participant: OpenIDParticipant, _ context: RequestContext) -> String? {
        guard let address = context.directory.application(participant.clientID)?.logoutURL else { return nil }
        let parameters = FormParameters([("iss", participant.issuer), ("sid", participant.sessionID)])
        return address + (address.contains("?") ? "&" : "?") + parameters.encoded
    }

    /// The address of a service's logout URL with a signed request (SAML Profiles section 4.4.3.3); nil if it has none.
    private static func request(
        to participant: SAMLParticipant, of user: User, _ signer: SAMLSigner?, _ context: RequestContext
    ) throws -> String? {
        guard let signer, let address = context.directory.application(participant.clientID)?.logoutURL,
            let format = SAMLNameIDFormat(rawValue: participant.format)
        else { return nil }
        let writer = SAMLLogoutWriter(
            issuer: SAMLIdentity.issuer(of: user.tenantID), now: context.now, signer: signer)
        return try writer.requestAddress(
            to: address,
            name: .init(value: participant.name, format: format, qualifier: participant.qualifier),
            session: participant.sessionIndex, id: SAMLIdentity.id(context))
    }
}
