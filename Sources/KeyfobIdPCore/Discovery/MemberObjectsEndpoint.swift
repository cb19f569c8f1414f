import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /v1.0/users/ID/getMemberObjects`, Microsoft Graph's list of a user's groups, to which a token without room for
/// them refers. It needs an access token for Microsoft Graph, and lists the groups of that token's user.
enum MemberObjectsEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let caller: ResourceCaller
        do {
            caller = try await ResourceCaller(context, api: ScopeResolution.graphID, .read, scopes: ["openid"])
        } catch let refusal as ResourceRefusal {
            return refusal.response(context)
        }
        let id = context.pathValues["user"]?.lowercased()
        guard id == nil || id == caller.user.objectID.lowercased() else {
            let error: JSONValue = [
                "code": "Authorization_RequestDenied",
                "message": "The token is for another user. Use a token of the user whose groups are requested.",
            ]
            return .json(["error": error], status: 403)
        }
        return .json([
            "@odata.context": .string("\(context.origin)/v1.0/$metadata#Collection(Edm.String)"),
            "value": .strings(GroupClaims.ids(of: caller.user, in: context)),
        ])
    }
}
