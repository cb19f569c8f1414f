package import Foundation
package import KeyfobCore
package import KeyfobJOSE
package import KeyfobOAuth

/// The result of a flow.
package struct FlowResult: Sendable {
    /// The token response.
    package var response: TokenResponse
    /// The validated ID token; nil only if a refresh returned none.
    package var idToken: IDToken?
    /// The claims of the UserInfo endpoint, if the ID token does not name its user and the provider has the endpoint.
    package var userInfo: UserInfo?
    /// The authority of the request.
    package var authority: Authority
    /// The issuer in the provider's metadata.
    package var issuer = ""
    /// The host under which the credentials are stored: the one that the authority's cloud prefers.
    package var storedEnvironment: String
    /// The scopes that were requested, including the reserved ones.
    package var requestedScopes: ScopeSet
    /// When the response was received.
    package var receivedAt: Date
    /// The correlation id of the request.
    package var correlationID: String

    /// Makes a result.
    package init(
        response: TokenResponse, idToken: IDToken?, authority: Authority, requestedScopes: ScopeSet, receivedAt: Date,
        correlationID: String
    ) {
        self.response = response
        self.idToken = idToken
        self.authority = authority
        storedEnvironment = authority.cloud.preferredCache
        self.requestedScopes = requestedScopes
        self.receivedAt = receivedAt
        self.correlationID = correlationID
    }

    /// The claims about the user: those of the ID token, then those of the UserInfo endpoint.
    package var claims: [String: JSONValue] {
        (idToken?.claims ?? [:]).merging(userInfo?.claims ?? [:]) { own, _ in own }
    }

    /// The user's id at the provider (`sub`).
    package var subject: String? { idToken?.subject ?? userInfo?.subject }

    /// The granted and the declined scopes.
    package var scopes: GrantedScopes {
        GrantedScopes(requested: requestedScopes, response: response.scopes, at: authority.kind)
    }
}
