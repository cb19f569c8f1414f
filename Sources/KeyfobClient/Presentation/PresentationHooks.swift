/// The steps of an app right before and right after a sign-in page is shown: stop a video, hide a window, count.
public struct PresentationHooks: Sendable {
    /// Runs when the page is about to be shown; the page waits for it.
    public var willPresent: (@Sendable () async -> Void)?
    /// Runs when the page was closed, whatever the outcome; the tokens are requested after it.
    public var didDismiss: (@Sendable () async -> Void)?

    /// Makes hooks; nil does nothing.
    public init(
        willPresent: (@Sendable () async -> Void)? = nil, didDismiss: (@Sendable () async -> Void)? = nil
    ) {
        self.willPresent = willPresent
        self.didDismiss = didDismiss
    }
}
