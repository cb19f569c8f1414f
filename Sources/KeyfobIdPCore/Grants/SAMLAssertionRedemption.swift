import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// The SAML assertion grants (RFC 7522 section 2.1): a tenant trusts an external identity provider, and accepts its
/// signed assertions about its own users. There is no page, so consent must have been given before.
struct SAMLAssertionRedemption: Sendable {
    /// The seconds by which the issuer's clock may be off.
    private static let leeway: Int64 = 300

    private let assertion: SAMLAssertion
    private let tenant: Tenant

    /// Parses and verifies the assertion of a request, outside any transaction: XML and signatures from unauthenticated
    /// clients must not keep other requests waiting for the store.
    ///
    /// - Returns: nil for another grant.
    /// - Throws: ``OAuthError`` if the request names no resource or scope, or the assertion is not valid.
    init?(_ request: TokenRequest, at segment: TenantSegment, _ context: RequestContext) throws(OAuthError) {
        guard case .samlAssertion(let text, let version) = request.grant else { return nil }
        if context.dialect == .v1, request.resource == nil {
            throw OAuthError(90014, ["parameter": "resource"])
        }
        if context.dialect == .v2, request.scopes.isEmpty { throw OAuthError.missing("scope") }
        let root: XMLTree
        do { root = try XMLReading.read(base64: text.reveal(), limits: context.configuration.limits.assertion) } catch {
            throw SAMLAssertion.refusal(error.message)
        }
        guard let name = SAMLAssertion.claimedIssuer(root, version),
            let (tenant, issuer) = Self.trust(in: name, segment, context.directory)
        else { throw SAMLAssertion.refusal("its issuer is not trusted by the tenant") }
        let keys = issuer.certificates.compactMap { try? RSAPublicKey(certificate: $0) }
        let assertion = try SAMLAssertion(verifying: root, version, keys: keys)
        guard assertion.validity.lowerBound <= context.now + Self.leeway else {
            throw SAMLAssertion.refusal("it is not valid yet")
        }
        guard assertion.validity.upperBound > context.now - Self.leeway else { throw OAuthError(500133) }
        let own = Self.audiences(of: tenant, context)
        guard assertion.audiences.contains(where: { name in own.contains { $0.utf8.elementsEqual(name.utf8) } }) else {
            throw OAuthError(500131, ["app": own.first ?? ""])
        }
        // The assertions of WS-Trust (AD FS, and so ADAL) name no recipient. SAML 1.1 has no member for one.
        let needsRecipient = context.configuration.profile == .strict && version == .version2
        let url = context.request.url
        let addresses = [url.origin, context.origin].map { $0 + url.path }
        let isConfirmed = assertion.confirmations.contains {
            $0.holds(at: addresses, needsRecipient: needsRecipient, now: context.now, leeway: Self.leeway)
        }
        guard isConfirmed else {
            throw SAMLAssertion.refusal("it has no bearer confirmation that is valid now and at this address")
        }
        self.assertion = assertion
        self.tenant = tenant
    }

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        let request = grant.request
        // The assertion is used up once tokens are issued: after a refusal for another reason it can be used again.
        let once = SingleUse(
            "assertion|\(assertion.issuer)|\(assertion.id)", until: assertion.validity.upperBound + Self.leeway)
        guard try !transaction.isNonceSpent(hash: once.hash) else { throw SAMLAssertion.refusal("it was used before") }
        guard let user = try transaction.user(userPrincipalName: assertion.userPrincipalName),
            user.tenantID == tenant.id
        else { throw OAuthError(50034, ["user": assertion.userPrincipalName, "tenant": tenant.id]) }
        let access = AuthorizedAccess(
            grantID: context.random.uuid(), clientID: grant.client.appID, userID: user.objectID, tenantID: tenant.id,
            scopes: request.scopes.values, resource: context.dialect == .v1 ? request.resource : nil,
            authenticatedAt: context.now, epoch: user.revocationEpoch,
            evidence: SignInEvidence(methods: ["fed"]))
        return RedeemedGrant(
            access: access, nonce: nil, once: once, leavesOutDeclined: false, event: .tokensIssued)
    }

    /// The tenant that trusts an issuer: the one that the address names, or any.
    private static func trust(
        in name: String, _ segment: TenantSegment, _ directory: Directory
    ) -> (Tenant, FederatedIssuer)? {
        for tenant in segment.tenant.map({ [$0] }) ?? directory.tenants {
            if let issuer = tenant.federatedIssuers?.first(where: { $0.issuer.utf8.elementsEqual(name.utf8) }) {
                return (tenant, issuer)
            }
        }
        return nil
    }

    /// The names by which an assertion may address this provider: the platform's own, and the issuers of its tokens.
    private static func audiences(of tenant: Tenant, _ context: RequestContext) -> [String] {
        ["urn:federation:MicrosoftOnline"]
            + [OAuthDialect.v1, .v2].map { Issuer.of(tenant, $0, origin: context.origin) }
    }
}
