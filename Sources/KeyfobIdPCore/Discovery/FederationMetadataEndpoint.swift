import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// `/T/federationmetadata/2007-06/federationmetadata.xml`: the metadata for SAML, signed. `appid` names a registration,
/// whose setting for signed requests it then contains.
enum FederationMetadataEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let segment = try TenantSegment(context.tenantSegment, in: context.directory)
        var client: Application?
        if let id = try context.query().nonEmpty("appid") {
            guard let found = context.directory.application(id) else {
                throw OAuthError(700016, ["app": String(id.prefix(64)), "tenant": segment.key])
            }
            client = found
        }
        // As in OpenID Connect's metadata, the accounts of `common` determine the tenant.
        let document = try SAMLMetadata.document(
            issuer: SAMLIdentity.issuer(of: segment.tenant?.id ?? "{tenantid}"),
            address: "\(context.origin)/\(segment.tenant?.id ?? segment.key)/saml2",
            certificates: context.samlCertificates(),
            wantsSignedRequests: client?.saml?.requiresSignedRequests ?? false, id: SAMLIdentity.id(context),
            signer: try context.samlSigner())
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "application/xml; charset=utf-8", "Cache-Control": "private, max-age=86400"],
            body: document)
    }
}
