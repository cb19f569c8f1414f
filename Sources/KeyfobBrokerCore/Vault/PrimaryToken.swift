import KeyfobCore
import KeyfobOAuth

/// A primary refresh token with its session key. Neither leaves the broker.
struct PrimaryToken: Sendable, Equatable {
    var homeAccountID: String
    var environment: String
    /// The token.
    var token: Secret<String>
    /// The key that its uses are signed with.
    var sessionKey: SessionKey
    /// The device whose key it was issued for.
    var deviceID: String
    /// When it was issued, in seconds since 1970.
    var issuedAt: Int64
    /// When it expires, in seconds since 1970.
    var expiresAt: Int64

    /// Whether its next use requests a new one: after a quarter of its lifetime, so that a device in use never loses
    /// it.
    func isRenewalDue(at now: Int64) -> Bool { now >= issuedAt &+ (expiresAt &- issuedAt) / 4 }
}

extension PrimaryToken {
    var json: JSONValue {
        [
            "home_account_id": .string(homeAccountID), "environment": .string(environment),
            "token": .string(token.reveal()), "session_key": .string(Base64URL.encode(sessionKey.bytes.reveal())),
            "device_id": .string(deviceID), "issued_at": .integer(issuedAt), "expires_at": .integer(expiresAt),
        ]
    }

    init?(json: JSONValue) {
        guard let homeAccountID = json["home_account_id"]?.stringValue,
            let environment = json["environment"]?.stringValue, let token = json["token"]?.stringValue,
            let key = json["session_key"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let sessionKey = SessionKey(Secret(key)), let deviceID = json["device_id"]?.stringValue,
            let issuedAt = json["issued_at"]?.integerValue, let expiresAt = json["expires_at"]?.integerValue
        else { return nil }
        self.init(
            homeAccountID: homeAccountID, environment: environment, token: Secret(token), sessionKey: sessionKey,
            deviceID: deviceID, issuedAt: issuedAt, expiresAt: expiresAt)
    }
}
