/// The token that a claim is requested in (OpenID Connect Core section 5.5).
#if canImport(ObjectiveC)
@objc(MSALClaimsRequestTarget)
#endif
public enum MSALClaimsRequestTarget: UInt, Sendable {
    /// `id_token`
    case idToken
    /// `access_token`
    case accessToken
}

extension MSALClaimsRequestTarget {
    /// The member of the claims request.
    var name: String {
        switch self {
        case .idToken: "id_token"
        case .accessToken: "access_token"
        }
    }
}
