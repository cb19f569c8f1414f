/// How the provider behaves where Entra ID and the security best current practice (RFC 9700) differ.
public enum IdPProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// As Entra ID is observed to behave, warts included.
    case faithful
    /// As RFC 9700 asks: no `plain` challenges, one use of each refresh token, polling too fast is refused.
    case strict
}
