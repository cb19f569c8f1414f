public import Foundation
public import KeyfobCore

/// An access token, and what belongs to it.
///
/// A plain value with a public initializer, so that an app can make one in its own tests.
public struct TokenResult: Sendable, Hashable {
    /// Where a result came from.
    public enum Source: String, Sendable, Hashable {
        /// The credential store; no server was asked.
        case cache
        /// A refresh token, without anybody noticing.
        case refresh
        /// A person, in a browser.
        case interactive
        /// A person, on another device.
        case deviceCode
        /// A broker, with or without a person.
        case broker
        /// A SAML assertion, at the version 1 endpoint.
        case assertion
    }

    /// The token to send to the resource. Treat it as opaque.
    public var accessToken: Secret<String>
    /// The id token of the tenant that issued the access token, validated when it was issued.
    public var idToken: Secret<String>?
    /// When the access token ceases to be valid.
    public var expiresOn: Date
    /// Every scope that the token has; may be more than were asked for.
    public var scopes: ScopeSet
    /// Who signed in. Keep ``KeyfobCore/Account/identifier`` to find the account again.
    public var account: Account
    /// The account in the tenant that issued the token.
    public var tenantProfile: TenantProfile?
    /// The authority of the tenant that issued the token.
    public var authority: Authority
    /// What ties the request to the server's log; nil if no server was asked and the caller named none.
    public var correlationID: String?
    /// `Bearer`, or `pop` if the token is bound to a key.
    public var tokenType: String
    /// How the token is shown to the resource.
    public var scheme: AuthenticationScheme = .bearer
    /// The request that was named in the parameters, with the token in it, signed with the key that the token is bound
    /// to; nil for bearer tokens. It is for that one request.
    public var signedRequest: Secret<String>?
    /// Where it came from.
    public var source: Source
    /// Whether the token is past its expiry and was handed out because the server is down
    /// (``ClientConfiguration/extendedLifetimeEnabled``).
    public var isExtendedLifetime: Bool
    /// Why the tokens could not be kept, so that the next call may have to begin anew; nil if they were.
    public var storeFailure: AuthError.Code?

    /// Makes a result.
    public init(
        accessToken: Secret<String>, idToken: Secret<String>?, expiresOn: Date, scopes: ScopeSet, account: Account,
        tenantProfile: TenantProfile? = nil, authority: Authority, correlationID: String? = nil,
        tokenType: String = "Bearer", source: Source, isExtendedLifetime: Bool = false
    ) {
        self.accessToken = accessToken
        self.idToken = idToken
        self.expiresOn = expiresOn
        self.scopes = scopes
        self.account = account
        self.tenantProfile = tenantProfile
        self.authority = authority
        self.correlationID = correlationID
        self.tokenType = tokenType
        self.source = source
        self.isExtendedLifetime = isExtendedLifetime
    }

    /// The value of the `Authorization` header: `Bearer TOKEN` (RFC 6750 section 2.1), or `Pop SIGNED-REQUEST`.
    public var authorizationHeader: Secret<String> {
        guard let signedRequest else { return Secret("\(tokenType) \(accessToken.reveal())") }
        return Secret("\(scheme.name) \(signedRequest.reveal())")
    }
}
