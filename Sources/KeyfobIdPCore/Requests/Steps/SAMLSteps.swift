import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The address of the response is a registered one of the platform `web`, byte by byte (SAML Profiles section 4.1.4.1):
/// also on loopback, whose port no native app chooses here. Without one in the request, the first one is used.
enum ConsumerRegistered: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client, let exchange = SAMLExchange(draft.request.extra) else { return }
        let registered = client.redirectURIs.web
        guard let requested = draft.request.redirectURI ?? registered.first else {
            throw OAuthError(900971, ["app": client.displayName])
        }
        guard registered.contains(where: { $0.utf8.elementsEqual(requested.utf8) }) else {
            throw OAuthError(
                50011, ["redirect_uri": String(requested.prefix(512)), "app": client.appID],
                detail: "not registered for \(client.displayName) under web; add \(requested.prefix(512))")
        }
        draft.reply = .saml(
            SAMLResponseAddress(
                consumer: requested, exchange: exchange, tenantID: draft.segment.tenant?.id ?? client.tenantID,
                signsResponses: client.saml.map { $0.signing != .assertion } ?? false))
    }
}

/// A request that forbids every page cannot force an authentication (SAML Core section 3.4.1).
enum ForcedIsNotPassive: AuthorizationStep {
    /// `prompt` of a request that has both.
    static let contradiction = Prompt(rawValue: "none login")

    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard draft.request.prompt != contradiction else {
            throw OAuthError(50058, detail: "the SAML request has both ForceAuthn and IsPassive")
        }
    }
}

/// The service itself is what the user gets access to: policies apply to it.
enum ServiceAccessed: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        draft.access = RequestedAccess(
            openID: [],
            apis: [
                RequestedAPI(
                    application: client, prefix: client.identifierURIs.first ?? client.appID, permissions: [],
                    spellings: [], isStatic: false)
            ])
    }
}
