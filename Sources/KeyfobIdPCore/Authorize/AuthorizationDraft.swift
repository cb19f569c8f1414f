import KeyfobCore
import KeyfobOAuth

/// An authorization request on its way through the steps, each of which adds what it has found.
struct AuthorizationDraft: Sendable {
    let request: AuthorizationRequest
    let dialect: OAuthDialect
    let segment: TenantSegment
    let profile: IdPProfile
    /// The cloud at whose host the request came; nil is the main one.
    var cloud: String?
    /// The directory by which the steps have judged.
    var directory: Directory?
    var client: Application?
    /// Where errors may be sent: set once client and redirect URI are known to belong together.
    var reply: AuthorizationReply?
    var access = RequestedAccess(openID: [], apis: [])
}

/// One step: a short check that throws, or adds to the draft.
protocol AuthorizationStep: SendableMetatype {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError)
}
