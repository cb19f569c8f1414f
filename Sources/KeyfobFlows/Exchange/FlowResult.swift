public import Foundation
public import KeyfobCore
public import KeyfobJOSE
public import KeyfobOAuth

/// The result of a flow.
public struct FlowResult: Sendable {
    /// The token response.
    public var response: TokenResponse
    /// The validated ID token; nil only if a refresh returned none.
    public var idToken: IDToken?
    /// The authority of the request.
    public var authority: Authority
    /// The host under which the credentials are stored: the one that the authority's cloud prefers.
    public var storedEnvironment: String
    /// The scopes that were requested, including the reserved ones.
    public var requestedScopes: ScopeSet
    /// When the response was received.
    public var receivedAt: Date
    /// The correlation id of the request.
    public var correlationID: String

    /// Makes a result.
    public init(
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

    /// The granted and the declined scopes.
    public var scopes: GrantedScopes { GrantedScopes(requested: requestedScopes, response: response.scopes) }
}
