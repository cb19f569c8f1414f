import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// `/T/discovery/v2.0/keys`: the public keys (RFC 7517 section 5). It does not mark the current one, and the order has
/// no meaning.
enum KeysEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let segment = try TenantSegment(context.tenantSegment, in: context.directory)
        let issuer = Issuer.of(segment.tenant, .v2, origin: context.origin)
        let keys = context.directory.keys.published.map { key -> JSONValue in
            var members = key.publicJWK.members
            if context.dialect == .v2 { members["issuer"] = .string(issuer) }
            return .object(members)
        }
        var response = HTTPResponse.json(["keys": .array(keys)])
        response.fields.set("Cache-Control", "max-age=86400, private")
        return response
    }
}
