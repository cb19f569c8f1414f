import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// A service's request to sign the user out (SAML Profiles section 4.4.3.1): it ends the browser's session, sends
/// the other services of the session a request to end theirs, and leads back to the service.
enum SAMLLogoutEndpoint {
    /// The seconds after which the page with the other services' requests leads back to the service.
    private static let patience = 3

    static func answer(
        _ message: ReceivedMessage, _ segment: TenantSegment, _ context: RequestContext
    ) async throws -> HTTPResponse {
        // Another service's response, in a frame: the session has ended already, whatever it says.
        if message.kind == .response {
            _ = try SAMLLogoutResponse(message.tree)
            return HTTPResponse(status: 204)
        }
        guard context.request.method == .get else {
            throw SAMLRefusal.malformed("a LogoutRequest is accepted by redirect only")
        }
        let claimed = try SAMLLogoutRequest(message.tree)
        let client = try SAMLService.find(claimed.header, segment, context)
        let request = try SAMLLogoutRequest(try SAMLService.verified(message, of: client))
        try await SAMLService.checkStrictly(request.header, isSigned: message.isSigned, context)
        let ended = try await end(request, client, context)
        var response = try leave(request, client, message.relayState, ended.participants, segment, context)
        if ended.isEmpty { Cookies.clear(Cookies.session, in: &response) }
        return response
    }

    /// Ends the session of the account that is signed in to the service; of all accounts, if none or several are.
    private static func end(
        _ request: SAMLLogoutRequest, _ client: Application, _ context: RequestContext
    ) async throws -> (participants: [SAMLParticipant], isEmpty: Bool) {
        let browser = Browser(context)
        return try await context.transaction { transaction -> (participants: [SAMLParticipant], isEmpty: Bool) in
            guard let hash = browser.sessionHash, var session = try transaction.session(idHash: hash) else {
                return ([], true)
            }
            let named = session.accounts.filter { account in
                (account.participants ?? []).contains { participant in
                    participant.clientID == client.appID
                        && (request.sessions.isEmpty || request.sessions.contains(participant.sessionIndex))
                }
            }
            let leaving = named.count == 1 ? named : session.accounts
            let ids = Set(leaving.map(\.userID))
            session.accounts.removeAll { ids.contains($0.userID) }
            try transaction.put(session)
            let users = try leaving.compactMap { try transaction.user(objectID: $0.userID) }
            try transaction.append(users.map { context.entry(.signedOut, clientID: client.appID, user: $0) })
            let others = leaving.flatMap { $0.participants ?? [] }.filter { $0.clientID != client.appID }
            return (others, session.accounts.isEmpty)
        }
    }

    /// The response: the address of the service, or the page that sends the others' requests first. A service without an address
    /// gets no response, and the user stays on the page.
    private static func leave(
        _ request: SAMLLogoutRequest, _ client: Application, _ relayState: String?, _ others: [SAMLParticipant],
        _ segment: TenantSegment, _ context: RequestContext
    ) throws -> HTTPResponse {
        let writer = SAMLLogoutWriter(
            issuer: SAMLIdentity.issuer(of: segment.tenant?.id ?? client.tenantID), now: context.now,
            signer: try context.samlSigner())
        let back = try client.saml?.logoutURL.map {
            try writer.responseAddress(
                to: $0, requestID: request.header.id, id: SAMLIdentity.id(context), relayState: relayState)
        }
        let frames = try others.compactMap { try notice($0, writer, context) }
        if frames.isEmpty, let back { return .seeOther(back) }
        var response = SignedOutPage(frames: frames, next: back).page.response(random: context.random)
        if let back { response.fields.set("Refresh", "\(patience);url=\(back)") }
        return response
    }

    /// The address of the request to another service; nil if it has none.
    private static func notice(
        _ participant: SAMLParticipant, _ writer: SAMLLogoutWriter, _ context: RequestContext
    ) throws -> String? {
        guard let address = context.directory.application(participant.clientID)?.saml?.logoutURL,
            let format = SAMLNameIDFormat(rawValue: participant.format)
        else { return nil }
        return try writer.requestAddress(
            to: address,
            name: .init(value: participant.name, format: format, qualifier: participant.qualifier),
            session: participant.sessionIndex, id: SAMLIdentity.id(context))
    }
}
