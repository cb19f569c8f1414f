import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// An authorization request during the steps, each of which adds its result.
struct AuthorizationDraft: Sendable {
    let request: AuthorizationRequest
    let dialect: OAuthDialect
    let segment: TenantSegment
    let profile: IdPProfile
    /// The cloud whose host received the request; nil is the main one.
    var cloud: String?
    /// The directory with which the steps checked the request.
    var directory: Directory?
    /// The issuer that the metadata at this address names, if responses contain it (RFC 9207).
    let issuer: String?
    /// The provider's origin, as the request names it.
    let origin: String
    /// Whether the portal began the request in this browser, so that the response goes to the portal.
    private(set) var isOfPortal = false
    var client: Application?
    /// Where errors may be sent; set once client and redirect URI are known to belong together.
    var reply: SignInReply?
    var claims = RequestedClaims()
    var access = RequestedAccess(openID: [], apis: [])

    init(request: AuthorizationRequest, segment: TenantSegment, dialect: OAuthDialect, _ context: RequestContext) {
        self.request = request
        self.dialect = dialect
        self.segment = segment
        profile = context.configuration.profile
        // Where the account determines the tenant, it is the metadata's template, unchanged: clients compare the two
        // (RFC 9207 section 2.4).
        issuer = profile == .strict ? Issuer.of(segment.tenant, dialect, origin: context.origin) : nil
        cloud = context.host.cloudName
        origin = context.origin
    }

    /// What the response contains: `code`, `id_token` (OAuth 2.0 Multiple Response Type Encoding Practices).
    var responseTypes: Set<Substring> { Set(request.responseType.split(separator: " ")) }

    /// The request with these parameters at the authorization endpoint, or at the one for SAML, checked by all steps.
    ///
    /// - Throws: what the steps find wrong with the request.
    init(
        parsing parameters: FormParameters, at endpoint: Endpoint = .authorize, _ context: RequestContext
    ) throws {
        let request = try AuthorizationRequest(parsing: parameters)
        let segment = try TenantSegment(context.tenantSegment, in: context.directory, app: request.clientID)
        self.init(request: request, segment: segment, dialect: context.dialect, context)
        isOfPortal = PortalClient.began(request, context)
        try AuthorizationSteps.run(&self, at: endpoint, context.directory)
    }

    /// The request behind a pending sign-in, checked again: the registration may have changed meanwhile.
    ///
    /// - Throws: what the steps find wrong with the request.
    init(of pending: PendingSignIn, _ context: RequestContext) throws {
        let dialect = OAuthDialect(rawValue: pending.dialect) ?? .v2
        let parameters: FormParameters
        do { parameters = try FormParameters(parsing: pending.parameters) } catch { throw OAuthError.malformed(error) }
        let request = try AuthorizationRequest(parsing: parameters)
        let segment = try TenantSegment(pending.tenantSegment, in: context.directory, app: request.clientID)
        self.init(request: request, segment: segment, dialect: dialect, context)
        // It was checked when the sign-in began, in the browser to which the sign-in is bound since.
        isOfPortal = pending.purpose == .authorize
        let endpoint: Endpoint =
            switch pending.purpose {
            case .authorize: .authorize
            case .device: .devicecode
            case .adminConsent: .adminconsent
            case .saml: .saml
            }
        try AuthorizationSteps.run(&self, at: endpoint, context.directory)
    }

    /// Returns an error for a page, where the catalogue requires one or nothing can be sent to the client; otherwise
    /// one for a redirect.
    func refusal(_ error: OAuthError) -> any Error {
        guard !error.entry.isPage, let reply else { return error }
        return RedirectedError(error: error, reply: reply, clientID: request.clientID, dialect: dialect)
    }
}

/// One step: a short check that throws, or adds to the draft.
protocol AuthorizationStep: SendableMetatype {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError)
}
