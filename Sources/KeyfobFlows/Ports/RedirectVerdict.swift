/// Whether a redirect is the response that a sign-in waits for.
public enum RedirectVerdict: Sendable, Hashable {
    /// It is; the flag selects the page to show to the user: success or failure.
    case accepted(isSuccess: Bool)
    /// It belongs to another request, or to none.
    case foreign
}
