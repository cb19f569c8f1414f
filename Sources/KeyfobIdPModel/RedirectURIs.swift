/// An application's redirect URIs by platform, as they were registered.
package struct RedirectURIs: Sendable, Hashable, Codable {
    /// `publicClient.redirectUris`: mobile and desktop apps, which have no secret.
    package var publicClient: [String]
    /// `web.redirectUris`: servers, which have a secret. They are not supported here, so their codes cannot be
    /// redeemed.
    package var web: [String]
    /// `spa.redirectUris`: apps in a browser's page.
    package var singlePage: [String]

    /// Makes the three lists.
    package init(publicClient: [String] = [], web: [String] = [], singlePage: [String] = []) {
        self.publicClient = publicClient
        self.web = web
        self.singlePage = singlePage
    }

    /// All of them, public clients' first.
    package var all: [String] { publicClient + web + singlePage }
}
