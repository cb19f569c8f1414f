/// The kind of provider of the single sign-on extension's tokens (`provider_type`). It determines how apps read the
/// whole response, including failures, so that a response repeats the request's value.
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
