import KeyfobIdPModel
import KeyfobOAuth

/// The portal as a client of this provider. Every provider has its registration without storing it, so that a store
/// from before the portal has it too, and no change to the directory can give it another redirect URI.
package enum PortalClient {
    /// The id of Microsoft's own client for the same purpose, Azure Portal: what names it in policies and in searches
    /// of the log works here too.
    package static let clientID = "c44b4083-3bb0-49c1-b47d-974e53cbdf3c"

    /// The registration.
    static func application(in tenantID: String) -> Application {
        var portal = Application(
            appID: clientID, objectID: objectID, tenantID: tenantID, displayName: "Azure Portal",
            signInAudience: .multipleOrganizations)
        portal.isFirstParty = true
        return portal
    }

    private static let objectID = "33333333-0000-4000-8000-0000000000ea"

    /// The purpose of a redirect URI of the portal at an origin of this provider; nil for any other redirect URI.
    /// Whatever a registration says, these belong to the portal: a response there never leaves this provider, and the
    /// portal alone redeems its code.
    static func purpose(of redirectURI: String, at origin: String) -> PortalTicket.Purpose? {
        PortalTicket.Purpose.allCases.first { redirectURI.utf8.elementsEqual("\(origin)\($0.path)".utf8) }
    }

    /// Whether an authorization request may have a redirect URI of the portal: the portal began it in this browser.
    static func began(_ request: AuthorizationRequest, _ context: RequestContext) -> Bool {
        guard let purpose = request.redirectURI.flatMap({ purpose(of: $0, at: context.origin) }),
            (purpose == .signIn) == (request.clientID == clientID), let ticket = PortalTicket(purpose, of: context)
        else { return false }
        return ticket.began(request)
    }

    /// Whether a redirect URI is one of the portal at some origin, for records: the portal's at another name of the
    /// provider are not registered anywhere.
    static func hasPath(_ redirectURI: String) -> Bool {
        PortalTicket.Purpose.allCases.contains { redirectURI.hasSuffix($0.path) }
    }

    /// Whether a sign-in with a client at a redirect URI is one in a browser: the portal's own, and a tried one of a
    /// client that is no mobile or desktop app.
    static func isBrowser(_ client: Application, at redirectURI: String) -> Bool {
        client.appID == clientID
            || (redirectURI.hasSuffix(PortalTicket.Purpose.trial.path) && client.redirectURIs.publicClient.isEmpty)
    }
}
