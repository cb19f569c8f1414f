/// Whether a redirect is the answer that a sign-in waits for.
public enum RedirectVerdict: Sendable, Hashable {
    /// It is; the flag tells which page to show to the person: that it worked, or that it did not.
    case accepted(isSuccess: Bool)
    /// It answers another request, or none.
    case foreign
}
