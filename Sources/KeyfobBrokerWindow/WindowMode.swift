/// How the broker shows itself.
public enum WindowMode: String, Sendable, Hashable, CaseIterable {
    /// Above the app that asked, which stays in front.
    case overlay
    /// The broker itself comes to the front.
    case switching
}
