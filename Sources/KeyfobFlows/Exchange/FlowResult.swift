public import Foundation
public import KeyfobCore
public import KeyfobJOSE
public import KeyfobOAuth

/// What a flow gets from the token endpoint.
public struct FlowResult: Sendable {
    /// The answer.
    public var response: TokenResponse
    /// The id token, validated; nil only where a refresh brought none.
    public var idToken: IDToken?
    /// Where it was asked for.
    public var authority: Authority
    /// Under which name credentials of the authority's host are kept: the one that its cloud prefers.
    public var storedEnvironment: String
    /// The scopes that were asked for, the reserved ones included.
    public var requestedScopes: ScopeSet
    /// When the answer came.
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

    /// What was granted of what was asked for.
    public var scopes: GrantedScopes { GrantedScopes(requested: requestedScopes, response: response.scopes) }
}
