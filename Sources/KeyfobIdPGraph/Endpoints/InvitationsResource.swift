import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `POST /invitations`: makes a user of another tenant a guest.
struct InvitationsResource: GraphResource {
    let name = "invitations"
    let type = GraphType.invitation

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        throw GraphError.method
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity { throw GraphError.notFound(key.value) }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.inviteGuests)
        try body.check(type)
        let mail = try body.required("invitedUserEmailAddress", of: type)
        let address = try body.required("inviteRedirectUrl", of: type)
        guard let home = try session.transaction.user(userPrincipalName: mail), home.tenantID != session.tenant.id
        else {
            throw GraphError.invalid(
                "There is no user '\(mail.prefix(113))' in another tenant of this provider. A guest signs in at home, so that "
                    + "the user has to exist there first.")
        }
        let guest: User
        do {
            guest = try session.editor.invite(home, displayName: body.string("invitedUserDisplayName"))
        } catch let error as DirectoryError {
            throw GraphError(error, of: type)
        }
        let user = session.entity(guest).json(select: nil)
        return .entity(
            GraphEntity(
                type, id: session.editor.newID(),
                [
                    "inviteRedeemUrl": .string(address), "inviteRedirectUrl": .string(address),
                    "invitedUserDisplayName": .string(guest.displayName), "invitedUserEmailAddress": .string(mail),
                    "invitedUserType": "Guest", "resetRedemption": false, "sendInvitationMessage": false,
                    // The user exists and need not accept.
                    "status": "Completed", "invitedUser": .object(user),
                    "invitedUserMessageInfo": [
                        "messageLanguage": nil, "customizedMessageBody": nil,
                        "ccRecipients": [["emailAddress": ["name": nil, "address": nil]]],
                    ],
                ]), context: "$metadata#invitations/$entity", status: 201)
    }
}
