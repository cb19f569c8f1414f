import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension TokenResponse {
    /// What a broker handed over, as if the token endpoint had said it.
    ///
    /// - Parameters:
    ///   - tokens: the broker's.
    ///   - now: in seconds since 1970: brokers say when, token endpoints after how long.
    init(_ tokens: BrokerTokens, now: Int64) {
        self.init()
        accessToken = tokens.accessToken
        refreshToken = tokens.refreshToken
        idToken = tokens.idToken
        tokenType = tokens.tokenType ?? "Bearer"
        scopes = tokens.scopes
        expiresOn = tokens.expiresOn
        extendedExpiresIn = tokens.extendedExpiresOn.map { max(0, $0 &- now) }
        refreshIn = tokens.refreshOn.map { max(0, $0 &- now) } ?? tokens.refreshIn
        clientInfo = tokens.clientInfo
        familyID = tokens.familyID
        resource = tokens.resource
    }
}
