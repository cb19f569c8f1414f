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
    /// No redirect URI, and a registration that counts as public: the client may authenticate.
    case undetermined

    /// The lifetime in seconds of a single-page app's refresh tokens, counted from the first one, used or not.
    static let singlePageLifetime: Int64 = 86400

    init(of redirectURI: String?, at client: Application) {
        guard let redirectURI else {
            self = client.isPublicByDefault ? .undetermined : .web
            return
        }
        let registered = client.redirectURIs
        func has(_ uris: [String]) -> Bool { RedirectMatching.isRegistered(redirectURI, in: uris) }
        if has(registered.publicClient) {
            self = .publicClient
        } else if has(registered.singlePage) {
            self = .singlePage
        } else {
            self = has(registered.web) ? .web : .publicClient
        }
    }

    /// Checks the client's authentication: a server needs it, an app and a page must have none.
    ///
    /// - Throws: ``ClientRefused`` with 7000218 if it is missing, with the error of a wrong credential, or with 700025.
    func check(_ authentication: ClientAuthentication, of client: Application) throws(ClientRefused) {
        do throws(OAuthError) {
            switch (self, authentication) {
            case (.undetermined, .absent), (.publicClient, .absent), (.singlePage, .absent): return
            case (.publicClient, _), (.singlePage, _): throw OAuthError(700025, ["app": client.appID])
            case (.web, _), (.undetermined, _): try authentication.require(client)
            }
        } catch {
            throw ClientRefused(error: error)
        }
    }

    /// Checks whether a page redeems a grant.
    ///
    /// - Throws: ``OAuthError`` 9002327 if a grant of a page is redeemed by another client, 9002326 if a grant of an app
    ///   or a server is redeemed by a page.
    func check(_ request: HTTPRequest) throws(OAuthError) {
        let comesFromPage = request.fields["Origin"] != nil
        switch self {
        case .singlePage: guard comesFromPage else { throw OAuthError(9_002_327) }
        case .publicClient, .web, .undetermined: guard !comesFromPage else { throw OAuthError(9_002_326) }
        }
    }
}
