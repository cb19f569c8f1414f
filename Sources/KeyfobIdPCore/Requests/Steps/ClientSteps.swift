import KeyfobIdPModel
import KeyfobOAuth

/// The client is registered, enabled, and may be used in the tenant.
enum ClientKnown: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        let id = draft.request.clientID
        let client = try find(id, draft.segment, directory)
        // At `consumers` the audience has a more specific error.
        if client.signInAudience == .myOrganization, let tenant = draft.segment.tenant, tenant.id != client.tenantID,
            tenant.kind != .personal
        {
            throw OAuthError(700016, ["app": id, "tenant": tenant.id])
        }
        draft.client = client
    }

    /// Looks up a client.
    ///
    /// - Throws: ``OAuthError`` 700038 for the id of zeros, 700016 for an unknown one, 7000112 if the application is
    ///   disabled, or its object in the tenant.
    static func find(
        _ id: String, _ segment: TenantSegment, _ directory: Directory
    ) throws(OAuthError) -> Application {
        guard id != zeros else { throw OAuthError(700038, ["app": id]) }
        guard let client = directory.application(id) else {
            throw OAuthError(700016, ["app": String(id.prefix(64)), "tenant": segment.key])
        }
        let settings = segment.tenant.flatMap { directory.principal(of: client.appID, in: $0.id) }
        guard client.isEnabled, settings?.isEnabled != false else {
            throw OAuthError(7_000_112, ["app": client.displayName])
        }
        return client
    }

    private static let zeros = "00000000-0000-0000-0000-000000000000"
}

/// The client's audience fits the tenant segment.
enum ClientAudience: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        let isPersonal = draft.segment.tenant?.kind == .personal
        switch client.signInAudience {
        case .personal:
            guard isPersonal else { throw OAuthError(9002346, ["app": client.displayName]) }
        case .myOrganization:
            guard draft.segment.tenant != nil else {
                throw OAuthError(50194, ["app": client.displayName, "tenant": draft.segment.key])
            }
            if isPersonal { throw OAuthError(9002332, ["app": client.displayName]) }
        case .multipleOrganizations:
            if isPersonal { throw OAuthError(9002332, ["app": client.displayName]) }
        case .organizationsAndPersonal: break
        }
        if isPersonal, draft.dialect == .v1 { throw OAuthError(90027) }
    }
}

/// The redirect URI is registered for this client; without one in the request, the first registered one is used. Those
/// of the portal are for a sign-in that the portal began.
enum RedirectRegistered: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        guard let requested = draft.request.redirectURI ?? client.redirectURIs.all.first else {
            throw OAuthError(900971, ["app": client.displayName])
        }
        let isAllowed =
            PortalClient.purpose(of: requested, at: draft.origin) == nil
            ? RedirectMatching.isRegistered(requested, in: client.redirectURIs.all) : draft.isOfPortal
        guard isAllowed else {
            throw OAuthError(
                50011, ["redirect_uri": String(requested.prefix(512)), "app": client.appID],
                detail: "not registered for \(client.displayName); add \(requested.prefix(512))")
        }
        draft.reply = .authorization(
            AuthorizationResponseAddress(
                redirectURI: requested, mode: mode(of: draft), state: draft.request.state, issuer: draft.issuer))
    }

    /// A response with a token is never sent in a query, nor is the error for a request that asks for it there
    /// (OAuth 2.0 Multiple Response Type Encoding Practices section 3).
    private static func mode(of draft: AuthorizationDraft) -> ResponseMode {
        let named = draft.request.responseMode.flatMap(ResponseMode.init(rawValue:))
        guard !draft.responseTypes.isDisjoint(with: ["id_token", "token"]) else { return named ?? .query }
        return named == .formPost ? .formPost : .fragment
    }
}
