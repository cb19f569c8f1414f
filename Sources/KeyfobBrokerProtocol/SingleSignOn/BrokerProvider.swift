/// Which kind of provider the single sign-on extension's tokens are of (`provider_type`): by it apps choose how they read the
/// whole answer, a failure too, so that an answer repeats what the request says.
package enum BrokerProvider: String, Sendable, Hashable, CaseIterable {
    /// The Microsoft identity platform, for apps that ask for a resource.
    case aadV1 = "provider_aad_v1"
    /// The Microsoft identity platform.
    case aadV2 = "provider_aad_v2"
    /// Azure AD B2C.
    case b2c = "provider_b2c"
    /// Microsoft Entra External ID.
    case ciam = "provider_ciam"
}
