import KeyfobIdPModel

/// The portal as a client of this provider. Every provider has its registration without storing it, so that a store from
/// before the portal has it too, and no change to the directory can give it another redirect URI.
package enum PortalClient {
    /// The id of Microsoft's own client for the same purpose, Azure Portal: what names it in policies and in searches of
    /// the log works here too.
    package static let clientID = "c44b4083-3bb0-49c1-b47d-974e53cbdf3c"
    /// The path at which the portal receives the response to its own sign-in.
    package static let signedInPath = "/portal/signed-in"
    /// The path at which it receives the response to a sign-in that an administrator tries with another client.
    package static let triedPath = "/portal/try/result"

    /// The registration.
    static func application(in tenantID: String) -> Application {
        var portal = Application(
            appID: clientID, objectID: objectID, tenantID: tenantID, displayName: "Azure Portal",
            signInAudience: .multipleOrganizations)
        portal.isFirstParty = true
        return portal
    }

    private static let objectID = "33333333-0000-4000-8000-0000000000ea"

    /// Whether a redirect URI is the portal's page for responses to a client, at the origin of the request itself: such a
    /// response never leaves this provider, and only the browser that began the sign-in can redeem its code.
    static func receives(_ redirectURI: String, for client: Application, at origin: String) -> Bool {
        let path = client.appID == clientID ? signedInPath : triedPath
        return redirectURI.utf8.elementsEqual("\(origin)\(path)".utf8)
    }

    /// Whether a sign-in with a client at a redirect URI is one in a browser: the portal's own, and a tried one of a
    /// client that is no mobile or desktop app.
    static func isBrowser(_ client: Application, at redirectURI: String) -> Bool {
        client.appID == clientID || (redirectURI.hasSuffix(triedPath) && client.redirectURIs.publicClient.isEmpty)
    }
}
