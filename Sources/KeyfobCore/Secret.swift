/// A value that must not be printed: a token, a password, a code, a key.
///
/// Every way in which Swift turns a value into text, string interpolation and `dump` included, gives a fixed
/// placeholder. Reading the value requires an explicit ``reveal()``, so such places are easy to find.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps a value.
    public init(_ value: Value) { self.value = value }

    /// Returns the value itself. The caller is responsible for not disclosing it.
    public func reveal() -> Value { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same placeholder.
    public var description: String { "<redacted>" }
    /// Always the same placeholder.
    public var debugDescription: String { "<redacted>" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}
