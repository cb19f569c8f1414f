public import KeyfobCore

/// The one account of an app that has only one at a time, and the one before it.
public struct CurrentAccount: Sendable, Hashable {
    /// Who is signed in; nil if nobody is.
    public var current: Account?
    /// Who was when the app last asked, if that was somebody else; nil if nobody was, or nothing has changed.
    public var previous: Account?

    /// Makes a value.
    public init(current: Account?, previous: Account?) {
        self.current = current
        self.previous = previous
    }

    /// Whether another account is signed in than when the app last asked: what the app shows of the former one has to
    /// go.
    public var hasChanged: Bool { previous != nil }
}
