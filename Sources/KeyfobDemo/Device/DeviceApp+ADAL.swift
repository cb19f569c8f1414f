#if Server
import Keyfob
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting

extension DeviceApp {
    /// Signs in as ADAL does: at the version 1 endpoints, for a resource, with a broker only if the credentials type says
    /// so, and then by its URL of version 2.
    func signInAsADAL(_ request: JSONValue) async throws(AuthError) -> JSONValue {
        pages.person = Self.person(request, request["password"]?.stringValue ?? "")
        let user = request["user"]?.stringValue.flatMap { LegacyUserIdentifier($0, kind: .requiredDisplayable) }
        var interactive = V1InteractiveRequest(
            V1Request(
                authority: try Authority(configuration.authority), clientID: configuration.clientID,
                appIdentifier: device.identity.bundleID, resource: "api://files", user: user),
            redirectURI: try RedirectURI(configuration.redirectURI), prompt: .login)
        interactive.brokerUse = request["broker"]?.stringValue.flatMap(BrokerUse.init(rawValue:)) ?? .never
        let result = try await adal.acquireToken(interactive)
        return [
            "ok": true, "source": .string(result.source.rawValue),
            "user": .string(result.item.userInformation?.userID ?? ""),
            "authorization": .string(result.item.accessToken?.reveal() ?? ""),
        ]
    }
}
#endif
