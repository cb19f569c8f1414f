import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `POST /invitations`: invites a user of another tenant as a guest.
struct InvitationsResource: GraphResource {
    let name = "invitations"
    let type = GraphType.invitation

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity { throw GraphError.notFound(key.value) }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.inviteGuests)
        try body.check(type)
        let mail = try body.required("invitedUserEmailAddress", of: type)
        let address = try body.required("inviteRedirectUrl", of: type)
        let guest: User
        do {
            guest = try session.editor.invite(
                mail, displayName: body.string("invitedUserDisplayName").map { String($0.prefix(256)) },
                by: session.caller.rights.contains(.writeUsers) ? nil : session.caller.user)
        } catch let error as DirectoryError {
            throw GraphError(error, of: type)
        }
        let user = VisibleEntity(made: session.entity(guest)).json(select: nil)
        return .made(
            GraphEntity(
                type, id: session.editor.newID(),
                [
                    "inviteRedeemUrl": .string(address), "inviteRedirectUrl": .string(address),
                    "invitedUserDisplayName": .string(guest.displayName), "invitedUserEmailAddress": .string(mail),
                    "invitedUserType": "Guest", "resetRedemption": false, "sendInvitationMessage": false,
                    // A user who exists need not accept.
                    "status": "Completed", "invitedUser": .object(user),
                    "invitedUserMessageInfo": [
                        "messageLanguage": nil, "customizedMessageBody": nil,
                        "ccRecipients": [["emailAddress": ["name": nil, "address": nil]]],
                    ],
                ]), context: "$metadata#invitations/$entity")
    }
}
