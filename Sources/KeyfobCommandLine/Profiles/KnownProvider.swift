#if Server
/// A provider whose address keyfob knows. It is also a profile without a client id; a profile of the user with the same
/// name takes its place.
package enum KnownProvider: String, CaseIterable, Sendable {
    /// Microsoft Entra ID, for work, school and personal accounts.
    case entra
    /// Google.
    case google
    /// GitLab, as GitLab runs it.
    case gitlab
    /// The local provider, `keyfob-idp`, with its defaults: the seeded tenant at the default port.
    case local

    /// Where it signs users in.
    package var location: ClientSettings.Location {
        switch self {
        case .entra: .authority("https://login.microsoftonline.com/common")
        case .google: .issuer("https://accounts.google.com")
        case .gitlab: .issuer("https://gitlab.com")
        case .local: .authority("https://localhost:8443/contoso.test")
        }
    }
}
#endif
