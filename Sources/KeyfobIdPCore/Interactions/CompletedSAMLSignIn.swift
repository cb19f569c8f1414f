import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// The assertion at the end of a sign-in by SAML, and the service as a participant of the user's session.
struct CompletedSAMLSignIn {
    let attempt: SignInAttempt
    let address: SAMLResponseAddress
    let user: User
    let account: BrowserSession.Account
    /// The user's roles at the service.
    var roles: [String] = []
    /// A random value of this sign-in: the ids of the assertion and of a transient name come from it.
    let secret: String

    /// The id of the assertion, which is also its session index.
    private var assertionID: String {
        "_\(Hex.encode(Array(Digest.sha256(Array("assertion|\(secret)".utf8)).prefix(16))))"
    }

    private func name(_ client: Application, in directory: Directory) -> SAMLUser.Name {
        SAMLUserName.of(user, for: client, address.exchange, secret: secret, in: directory)
    }

    /// The record of the service in the session, by which it learns when the user signs out.
    func participant(_ client: Application, in directory: Directory) -> SAMLParticipant {
        let name = name(client, in: directory)
        return SAMLParticipant(
            clientID: client.appID, sessionIndex: assertionID, name: name.value, format: name.format.rawValue,
            qualifier: name.qualifier)
    }

    private func memberships(_ client: Application, _ context: RequestContext) -> SAMLClaims.Memberships {
        let (groups, directoryRoles) = GroupClaims.memberships(of: user, for: client, in: context)
        return SAMLClaims.Memberships(
            roles: roles, groups: groups, directoryRoles: directoryRoles,
            address: GroupClaims.address(of: user, in: context))
    }

    /// The page that sends the assertion.
    ///
    /// - Throws: ``OAuthError`` 75011 if the methods of the sign-in do not match, or the error of a key.
    func response(_ context: RequestContext) throws -> HTTPResponse {
        guard let client = attempt.draft.client else { throw OAuthError(700016) }
        let evidence = account.evidence.adding(attempt.pending.evidence)
        guard let authenticated = AuthenticationContext.match(address.exchange.contexts, evidence) else {
            throw OAuthError(75011, ["user": user.userPrincipalName])
        }
        let settings = client.saml ?? SAMLSettings()
        let content = SAMLUser(
            name: name(client, in: context.directory),
            attributes: SAMLClaims.attributes(
                of: user, evidence, for: client, memberships(client, context), in: context.directory),
            authenticatedAt: account.authenticatedAt, context: authenticated)
        let document = try address.writer(tenantID: user.tenantID, context).success(
            content, assertionID: assertionID, audience: address.exchange.issuer,
            signed: .init(assertion: settings.signing != .response, response: settings.signing != .assertion),
            for: try settings.encryptionCertificate.map { try RSAPublicKey(certificate: $0) },
            random: context.random)
        return address.response(document, isSignedIn: true, context)
    }
}
