import KeyfobCache
import KeyfobCore

/// A refresh token by which the broker gets tokens for an app.
enum BrokerCredential: Sendable {
    /// The account's primary refresh token.
    case primary(PrimaryToken)
    /// The app's own refresh token.
    case app(AppRefreshToken)
}

/// A refresh token of an app in the store.
struct AppRefreshToken: Sendable {
    var secret: Secret<String>
    /// The host that it may be sent to, or an alias of it.
    let environment: String
    /// The family that may use it; nil if only the client may.
    let familyID: String?

    init(_ entity: RefreshTokenEntity) throws(AuthError) {
        secret = try entity.secret
        environment = entity.environment
        familyID = entity.familyID
    }
}
