import KeyfobIdPModel
import KeyfobOAuth

/// The platform under which a client's redirect URI is registered, and its requirements for redeeming grants.
enum ClientPlatform {
    /// A mobile or desktop app.
    case publicClient
    /// An app in a browser's page.
    case singlePage
    /// A server, which authenticates.
    case web
    /// The portal, whichever client it tries: it alone redeems the code.
    case portal
    /// No redirect URI, and a registration that counts as public: the client may authenticate.
    case undetermined

    /// The lifetime in seconds of a single-page app's refresh tokens, counted from the first one, used or not.
    static let singlePageLifetime: Int64 = 86400

    /// The platform of a redirect URI. One that is no longer registered is that of the client's other ones, and never
    /// makes a client public that is not.
    init(of redirectURI: String?, at client: Application, _ context: RequestContext) {
        guard let redirectURI else {
            self = client.isPublicByDefault ? .undetermined : .web
            return
        }
        let registered = client.redirectURIs
        func has(_ uris: [String]) -> Bool { RedirectMatching.isRegistered(redirectURI, in: uris) }
        if PortalClient.purpose(of: redirectURI, at: context.origin) != nil {
            self = .portal
        } else if has(registered.publicClient) {
            self = .publicClient
        } else if has(registered.singlePage) {
            self = .singlePage
        } else if has(registered.web) {
            self = .web
        } else if PortalClient.hasPath(redirectURI) {
            self = .portal
        } else if !client.isPublicByDefault {
            self = .web
        } else {
            self = registered.publicClient.isEmpty && !registered.singlePage.isEmpty ? .singlePage : .publicClient
        }
    }

    /// Checks who redeems a grant: the portal its own, and no one else.
    ///
    /// - Throws: ``OAuthError`` 70000
    func check(isPortal: Bool) throws(OAuthError) {
        guard (self == .portal) == isPortal else {
            throw OAuthError(
                70000,
                ["detail": isPortal ? "the grant is a client's" : "the grant is for the provider's portal alone"])
        }
    }

    /// Checks the client's authentication: a server needs it, an app and a page must have none.
    ///
    /// - Throws: ``ClientRefused`` with 7000218 if it is missing, with the error of a wrong credential, or with 700025.
    func check(_ authentication: ClientAuthentication, of client: Application) throws(ClientRefused) {
        do throws(OAuthError) {
            switch (self, authentication) {
            case (.undetermined, .absent), (.publicClient, .absent), (.singlePage, .absent), (.portal, _): return
            case (.publicClient, _), (.singlePage, _): throw OAuthError(700025, ["app": client.appID])
            case (.web, _), (.undetermined, _): try authentication.require(client)
            }
        } catch {
            throw ClientRefused(error: error)
        }
    }

    /// Checks whether a page redeems a grant.
    ///
    /// - Throws: ``OAuthError`` 9002327 if a grant of a page is redeemed by another client, 9002326 if a grant of an
    ///   app or a server is redeemed by a page.
    func check(_ request: HTTPRequest) throws(OAuthError) {
        let comesFromPage = request.fields["Origin"] != nil
        switch self {
        case .singlePage: guard comesFromPage else { throw OAuthError(9_002_327) }
        case .publicClient, .web, .portal, .undetermined: guard !comesFromPage else { throw OAuthError(9_002_326) }
        }
    }
}
