public import Foundation
import KeyfobClient
import KeyfobCore

/// An access token, with its account and its properties.
#if canImport(ObjectiveC)
@objc(MSALResult)
@objcMembers
#endif
open class MSALResult: NSObject, @unchecked Sendable {
    let core: TokenResult
    private let proof: SchemeTranslation.Proof

    /// The token to send to the resource: with proof of possession the signed request. Treat it as opaque.
    open var accessToken: String { proof.accessToken }
    /// The time at which the access token expires.
    open var expiresOn: Date? { core.expiresOn }
    /// Whether the token is past its expiry, and was returned because the server is down.
    open var extendedLifeTimeToken: Bool { core.isExtendedLifetime }
    /// The id token of the tenant that issued the access token.
    open var idToken: String? { core.idToken?.reveal() }
    /// The scopes that the token has; they may be more than requested.
    open var scopes: [String] { core.scopes.values }
    /// The account's user in the tenant that issued the token.
    open private(set) var tenantProfile: MSALTenantProfile
    /// The account that signed in. Store its identifier to find the account again.
    open private(set) var account: MSALAccount
    /// The authority of the tenant that issued the token: use it for later silent calls.
    open private(set) var authority: MSALAuthority
    /// The correlation id of the request in the server's log.
    open private(set) var correlationId: UUID
    /// The value of the `Authorization` header.
    open var authorizationHeader: String { "\(authenticationScheme) \(accessToken)" }
    /// `Bearer` or `Pop`.
    open var authenticationScheme: String { proof.scheme }

    init(_ core: TokenResult, proof: SchemeTranslation.Proof, correlationID: UUID) {
        self.core = core
        self.proof = proof
        account = MSALAccount(core.account, showsProfiles: false)
        authority = MSALAuthority.result(core.authority)
        tenantProfile = MSALResult.profile(of: core)
        correlationId = core.correlationID.flatMap { UUID(uuidString: $0) } ?? correlationID
    }

    /// Makes an empty result, for a subclass in a test that overrides what the app reads.
    public override init() {
        let authority = Authority(environment: "login.microsoftonline.com", tenant: "common")
        core = TokenResult(
            accessToken: Secret(""), idToken: nil, expiresOn: .distantPast, scopes: ScopeSet([]),
            account: Account(identifier: "", username: nil, environment: authority.environment), tenantProfile: nil,
            authority: authority, source: .interactive)
        proof = SchemeTranslation.Proof(core)
        account = MSALAccount(core.account, showsProfiles: false)
        self.authority = MSALAuthority.result(authority)
        tenantProfile = MSALTenantProfile()
        correlationId = UUID()
    }

    /// Makes a result, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameters:
    ///   - accessToken: the token.
    ///   - expiresOn: the time at which it expires.
    ///   - scopes: the scopes that it has.
    ///   - account: the account of the token.
    ///   - authority: the authority that issued it.
    ///   - idToken: the id token; nil for none.
    ///   - tenantProfile: the user in the tenant that issued it; nil for the account's first profile.
    ///   - correlationId: the correlation id of the request in the server's log.
    public init(
        accessToken: String, expiresOn: Date, scopes: [String], account: MSALAccount, authority: MSALAuthority,
        idToken: String? = nil, tenantProfile: MSALTenantProfile? = nil, correlationId: UUID = UUID()
    ) {
        let core = TokenResult(
            accessToken: Secret(accessToken), idToken: idToken.map { Secret($0) }, expiresOn: expiresOn,
            scopes: ScopeSet(scopes), account: account.core,
            tenantProfile: tenantProfile?.core ?? account.core.tenantProfiles.first, authority: authority.core,
            source: .interactive)
        self.core = core
        proof = SchemeTranslation.Proof(core)
        self.account = MSALAccount(core.account, showsProfiles: false)
        self.authority = MSALAuthority.result(core.authority)
        self.tenantProfile = MSALResult.profile(of: core)
        self.correlationId = correlationId
    }

    private static func profile(of core: TokenResult) -> MSALTenantProfile {
        MSALTenantProfile(
            core.tenantProfile
                ?? TenantProfile(identifier: "", tenantID: core.authority.tenant, isHomeTenant: false),
            environment: core.account.environment)
    }

    /// The scopes and the authority, without the token.
    open override var description: String {
        "MSALResult(scopes: \(scopes.joined(separator: " ")), authority: \(authority.core))"
    }
}
