import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// A service's request to sign the user out (SAML Profiles section 4.4.3.1): it ends the browser's session, sends
/// the other services of the session a request to end theirs, and leads back to the service.
enum SAMLLogoutEndpoint {
    static func answer(
        _ message: ReceivedMessage, _ segment: TenantSegment, _ context: RequestContext
    ) async throws -> HTTPResponse {
        // Another service's response, in a frame: the session has ended already, whatever it says.
        if message.kind == .response {
            _ = try SAMLLogoutResponse(message.tree)
            // A document, so that the frame has loaded: the page around it waits for that.
            return HTTPResponse(status: 200, fields: ["Content-Type": "text/html; charset=utf-8"])
        }
        guard context.request.method == .get else {
            throw SAMLRefusal.malformed("a LogoutRequest is accepted by redirect only")
        }
        let claimed = try SAMLLogoutRequest(message.tree)
        let client = try SAMLService.find(claimed.header, segment, context)
        let request = try SAMLLogoutRequest(try SAMLService.verified(message, of: client))
        try await SAMLService.checkStrictly(request.header, isSigned: message.isSigned, context)
        let session = try await end(request, client, context)
        var response = try leave(request, client, message.relayState, session, segment, context)
        session.clearCookie(in: &response)
        return response
    }

    /// Ends the session of the account that is signed in to the service. If none or several are, the session of each that
    /// has to do with the service ends: the accounts that are signed in to it, and those of its tenant.
    private static func end(
        _ request: SAMLLogoutRequest, _ client: Application, _ context: RequestContext
    ) async throws -> EndedSession {
        let browser = Browser(context)
        return try await context.transaction { transaction in
            try EndedSession.end(of: browser, at: client.appID, context, in: transaction) { session, users in
                let signedIn = session.accounts.filter { account in
                    (account.participants ?? []).contains { $0.clientID == client.appID }
                }
                let named = signedIn.filter { account in
                    (account.participants ?? []).contains { participant in
                        participant.clientID == client.appID
                            && (request.sessions.isEmpty || request.sessions.contains(participant.sessionIndex))
                    }
                }
                if named.count == 1 { return Set(named.map(\.userID)) }
                let own = users.filter { $0.tenantID == client.tenantID }.map(\.objectID)
                return Set(signedIn.map(\.userID) + own)
            }
        }
    }

    /// The response: the address of the service, or the page with the others' notices first. A service without an
    /// address gets no response, and the user stays on the page.
    private static func leave(
        _ request: SAMLLogoutRequest, _ client: Application, _ relayState: String?, _ session: EndedSession,
        _ segment: TenantSegment, _ context: RequestContext
    ) throws -> HTTPResponse {
        let writer = SAMLLogoutWriter(
            issuer: SAMLIdentity.issuer(of: segment.tenant?.id ?? client.tenantID), now: context.now,
            signer: try context.samlSigner())
        let back = try client.logoutURL.map {
            try writer.responseAddress(
                to: $0, requestID: request.header.id, id: SAMLIdentity.id(context), relayState: relayState)
        }
        let frames = try SignOutNotices.addresses(session, except: client.appID, context)
        return SignedOutPage(frames: frames, next: back).response(context)
    }
}
