public import Foundation
import KeyfobCache
public import KeyfobCore

/// An access token and its metadata.
///
/// A plain value with a public initializer, so that an app can make one in its own tests.
public struct TokenResult: Sendable, Hashable {
    /// The source of a result.
    public enum Source: String, Sendable, Hashable {
        /// The credential store; no request was sent.
        case cache
        /// A refresh token, without the user.
        case refresh
        /// A sign-in in a browser.
        case interactive
        /// A sign-in on another device.
        case deviceCode
        /// A broker, with or without a page.
        case broker
        /// A SAML assertion, at the version 1 endpoint.
        case assertion
    }

    /// The token to send to the resource. Treat it as opaque.
    public var accessToken: Secret<String>
    /// The id token of the tenant that issued the access token, validated when it was issued.
    public var idToken: Secret<String>?
    /// When the access token expires.
    public var expiresOn: Date
    /// Every scope of the token; may be more than were requested.
    public var scopes: ScopeSet
    /// The account that signed in. Store ``KeyfobCore/Account/identifier`` to find the account again.
    public var account: Account
    /// The account in the tenant that issued the token.
    public var tenantProfile: TenantProfile?
    /// The authority of the tenant that issued the token.
    public var authority: Authority
    /// The id of the request in the server's log; nil if no request was sent and the caller named none.
    public var correlationID: String?
    /// `Bearer`, or `pop` if the token is bound to a key.
    public var tokenType: String
    /// How the token is presented to the resource.
    public var scheme: AuthenticationScheme = .bearer
    /// The request that was named in the parameters, with the token in it, signed with the key that the token is bound
    /// to; nil for bearer tokens. It is valid for that one request.
    public var signedRequest: Secret<String>?
    /// The source of the result.
    public var source: Source
    /// Whether the token is past its expiry and was returned because the server is down
    /// (``ClientConfiguration/extendedLifetimeEnabled``).
    public var isExtendedLifetime: Bool
    /// Why the tokens could not be stored, so that the next call may need a sign-in again; nil if they were.
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

extension TokenResult {
    /// Makes a result from the store.
    init(_ cached: CachedAccessToken, authority: Authority, correlationID: String?, isExtendedLifetime: Bool = false) {
        let realm = cached.entity.realm
        self.init(
            accessToken: cached.secret, idToken: cached.idToken,
            expiresOn: Date(unixSeconds: cached.entity.expiresOn), scopes: cached.entity.scopes,
            account: cached.account, tenantProfile: cached.account.tenantProfiles.first { $0.tenantID == realm },
            authority: authority, correlationID: correlationID, tokenType: cached.entity.tokenType, source: .cache,
            isExtendedLifetime: isExtendedLifetime)
    }
}
