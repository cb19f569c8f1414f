/// The provider's behaviour where Entra ID and the security best current practice (RFC 9700) differ.
public enum IdPProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// As Entra ID is observed to behave, peculiarities included.
    case faithful
    /// As RFC 9700 requires: no `plain` challenges, one use of each refresh token, polling too fast is refused.
    case strict
}
