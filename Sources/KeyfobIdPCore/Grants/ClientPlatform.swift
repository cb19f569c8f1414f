import KeyfobOAuth

/// The platform under which a client's redirect URI is registered, and what that asks of whoever redeems what came there.
enum ClientPlatform {
    /// A mobile or desktop app, or no redirect URI at all.
    case publicClient
    /// An app in a browser's page.
    case singlePage
    /// A server.
    case web

    /// How many seconds the refresh tokens of a single-page app are good for from the first one on, used or not.
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

    /// Judges by whom a grant is redeemed.
    ///
    /// - Throws: ``OAuthError`` 7000218 for a server, which would have to prove who it is; 9002327 for a page's grant that
    ///   no page redeems, 9002326 for an app's that a page does.
    func check(_ request: HTTPRequest) throws(OAuthError) {
        let comesFromPage = request.fields["Origin"] != nil
        switch self {
        case .web: throw OAuthError(7000218)
        case .singlePage: guard comesFromPage else { throw OAuthError(9002327) }
        case .publicClient: guard !comesFromPage else { throw OAuthError(9002326) }
        }
    }
}
