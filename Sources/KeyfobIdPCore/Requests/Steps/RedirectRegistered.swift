import KeyfobIdPModel
import KeyfobOAuth

/// The redirect URI is registered for this client; without one in the request, the first registered one is used.
enum RedirectRegistered: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        guard let requested = draft.request.redirectURI ?? client.redirectURIs.all.first else {
            throw OAuthError(900971, ["app": client.displayName])
        }
        guard RedirectMatching.isRegistered(requested, in: client.redirectURIs.all) else {
            throw OAuthError(
                50011, ["redirect_uri": String(requested.prefix(512)), "app": client.appID],
                detail: "not registered for \(client.displayName); add \(requested.prefix(512))")
        }
        let mode = draft.request.responseMode.flatMap(ResponseMode.init(rawValue:)) ?? .query
        draft.reply = AuthorizationReply(
            redirectURI: requested, mode: mode, state: draft.request.state, issuer: draft.issuer)
    }
}
