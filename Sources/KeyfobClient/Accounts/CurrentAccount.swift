public import KeyfobCore

/// The account of an app that has one at a time, and the previous one.
public struct CurrentAccount: Sendable, Hashable {
    /// The account that is signed in; nil if there is none.
    public var current: Account?
    /// The account that was signed in when the app last asked, if it was another one; nil if there was none, or nothing
    /// has changed.
    public var previous: Account?

    /// Makes a value.
    public init(current: Account?, previous: Account?) {
        self.current = current
        self.previous = previous
    }

    /// Whether the account has changed since the app last asked, so that the app must clear what it shows of the former
    /// one.
    public var hasChanged: Bool { previous != nil }
}
