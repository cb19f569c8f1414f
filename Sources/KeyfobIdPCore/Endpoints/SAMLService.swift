import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// The service that sent a SAML message, and the checks of its messages.
enum SAMLService {
    /// The seconds for which the strict profile accepts a signed request.
    private static let lifetime: Int64 = 600

    /// The registration whose identifier URI is the issuer of a message: one of the tenant that the address names, or one
    /// that its tenant offers to others.
    ///
    /// - Throws: ``OAuthError`` 700016 if there is none.
    static func find(
        _ header: SAMLRequestHeader, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> Application {
        guard let client = context.directory.service(header.issuer),
            segment.tenant.map({ client.isOffered(to: $0) }) ?? true
        else { throw OAuthError(700016, ["app": String(header.issuer.prefix(256)), "tenant": segment.key]) }
        return client
    }

    /// The content of a message: verified if the registration has certificates for it.
    ///
    /// - Throws: ``OAuthError`` 76021 if it has to be signed and is not, 75005 if its signature is not valid.
    static func verified(_ message: ReceivedMessage, of client: Application) throws(OAuthError) -> XMLTree {
        let settings = client.saml ?? SAMLSettings()
        guard message.isSigned else {
            if settings.requiresSignedRequests { throw OAuthError(76021) }
            return message.tree
        }
        // Entra ID ignores the signature of a service without a certificate.
        guard settings.requiresSignedRequests || !settings.requestCertificates.isEmpty else { return message.tree }
        return try message.verified(by: settings.requestCertificates.compactMap { try? RSAPublicKey(certificate: $0) })
    }

    /// What SAML Bindings section 3.4.5.2 and 3.5.5.2 require, and Entra ID does not check: the destination, and for
    /// signed messages their age and that each is used once. Only the strict profile checks it.
    ///
    /// - Throws: ``OAuthError`` 75008, 76026 or 75005.
    static func checkStrictly(
        _ header: SAMLRequestHeader, isSigned: Bool, _ context: RequestContext
    ) async throws {
        guard context.configuration.profile == .strict else { return }
        let url = context.request.url
        let addresses = [url.origin, context.origin].map { $0 + url.path }
        let isHere = header.destination.map { place in addresses.contains { $0.utf8.elementsEqual(place.utf8) } }
        guard isHere ?? !isSigned else { throw OAuthError(75008) }
        guard isSigned else { return }
        guard let issuedAt = header.issuedAt, issuedAt <= context.now + lifetime, issuedAt > context.now - lifetime
        else { throw OAuthError(76026) }
        let once = SingleUse("saml|\(header.issuer)|\(header.id)", until: context.now + 2 * lifetime)
        let isFirst = try await context.transaction { try $0.spendNonce(hash: once.hash, until: once.end) }
        guard isFirst else { throw SAMLRefusal.malformed("it was used before") }
    }
}
