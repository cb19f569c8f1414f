#if Server
import Keyfob

extension AppProcess {
    /// The app's output, and its call to the API, after it got a token.
    ///
    /// The pipe to the demo stands for the call to the API: the demo receives the token as the API would, and
    /// validates it against the provider's keys.
    static func describe(_ result: TokenResult) -> JSONValue {
        [
            "ok": true, "source": .string(result.source.rawValue), "user": .string(result.account.username ?? ""),
            "account": .string(result.account.identifier), "scopes": .strings(result.scopes.values),
            "authorization": .string(result.accessToken.reveal()),
        ]
    }

    /// The app's output after a failure.
    static func describe(_ error: any Error) -> JSONValue {
        guard let error = error as? AuthError else {
            return ["ok": false, "code": "other", "message": .string(String(describing: error))]
        }
        return [
            "ok": false, "code": .string(error.code.rawValue), "message": .string(error.message),
            "remedy": error.remedy.map { .string($0) } ?? .null,
            "aadsts": .array((error.server?.codes ?? []).map { .integer($0) }),
            "granted": .strings(error.grantedScopes?.values ?? []),
            "declined": .strings(error.declinedScopes?.values ?? []),
        ]
    }
}
#endif
