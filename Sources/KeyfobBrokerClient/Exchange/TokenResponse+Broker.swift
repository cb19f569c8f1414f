package import KeyfobBrokerProtocol
import KeyfobCore
package import KeyfobOAuth

extension TokenResponse {
    /// Makes a token response of a broker's tokens.
    ///
    /// - Parameters:
    ///   - tokens: the broker's tokens.
    ///   - now: in seconds since 1970: brokers state a date, token endpoints a number of seconds.
    package init(_ tokens: BrokerTokens, now: Int64) {
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
