/// An application's redirect URIs by platform, as they were registered.
public struct RedirectURIs: Sendable, Hashable, Codable {
    /// `publicClient.redirectUris`: mobile and desktop apps, which have no secret.
    public var publicClient: [String]
    /// `web.redirectUris`: servers, which have a secret. They are not supported here, so their codes cannot be
    /// redeemed.
    public var web: [String]
    /// `spa.redirectUris`: apps in a browser's page.
    public var singlePage: [String]

    /// Makes the three lists.
    public init(publicClient: [String] = [], web: [String] = [], singlePage: [String] = []) {
        self.publicClient = publicClient
        self.web = web
        self.singlePage = singlePage
    }

    /// All of them, public clients' first.
    public var all: [String] { publicClient + web + singlePage }
}
