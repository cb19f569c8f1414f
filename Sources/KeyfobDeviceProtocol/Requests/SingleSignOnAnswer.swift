/// What a single sign-on extension answers.
public enum SingleSignOnAnswer: Sendable, Hashable {
    /// The reply, texts only.
    case success([String: String])
    /// No reply: cancelled, not interactive, or another reason.
    case failure(DeviceFault)
}
