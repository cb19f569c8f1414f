import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The access that a token request asks for: its scopes or resource, or none, which means all that was authorized.
struct ScopesAsked: Sendable {
    /// nil if the request names none.
    let access: RequestedAccess?

    init(
        _ request: TokenRequest, client: Application, segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) {
        let isOpen = context.dialect == .v1 ? request.resource == nil : request.scopes.isEmpty
        if context.dialect == .v2, request.resource != nil { throw OAuthError(901002) }
        guard !isOpen else {
            access = nil
            return
        }
        let access = try ScopeResolution.resolve(
            scopes: request.scopes, resource: request.resource, dialect: context.dialect, client: client,
            tenant: segment.key, in: context.directory)
        guard access.apis.count <= 1 else { throw OAuthError(700022, ["scope": request.scopes.description]) }
        self.access = access
    }
}
