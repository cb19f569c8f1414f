/// The response of a single sign-on extension.
public enum SingleSignOnAnswer: Sendable, Hashable {
    /// The response, texts only.
    case success([String: String])
    /// No response: cancelled, not interactive, or another reason.
    case failure(DeviceFault)
}
