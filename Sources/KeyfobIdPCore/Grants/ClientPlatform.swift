import KeyfobIdPModel
import KeyfobOAuth

/// The platform under which a client's redirect URI is registered, and its requirements for redeeming grants.
enum ClientPlatform {
    /// A mobile or desktop app, or no redirect URI.
    case publicClient
    /// An app in a browser's page.
    case singlePage
    /// A server.
    case web

    /// The lifetime in seconds of a single-page app's refresh tokens, counted from the first one, used or not.
    static let singlePageLifetime: Int64 = 86400

    init(of redirectURI: String?, at client: Application) {
        let registered = client.redirectURIs
        func has(_ uris: [String]) -> Bool { redirectURI.map { RedirectMatching.isRegistered($0, in: uris) } ?? true }
        if has(registered.publicClient) {
            self = .publicClient
        } else if has(registered.singlePage) {
            self = .singlePage
        } else {
            self = has(registered.web) ? .web : .publicClient
        }
    }

    /// Checks which kind of client redeems a grant.
    ///
    /// - Throws: ``OAuthError`` 7000218 for a server, which would have to authenticate; 9002327 if a grant of a page is
    ///   redeemed by another client, 9002326 if a grant of an app is redeemed by a page.
    func check(_ request: HTTPRequest) throws(OAuthError) {
        let comesFromPage = request.fields["Origin"] != nil
        switch self {
        case .web: throw OAuthError(7000218)
        case .singlePage: guard comesFromPage else { throw OAuthError(9002327) }
        case .publicClient: guard !comesFromPage else { throw OAuthError(9002326) }
        }
    }
}
