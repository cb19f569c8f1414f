// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The constant's name is the one that apps use.

/// A status code of HTTP.
public struct HTTPStatusCodes: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: UInt32

    /// A status code with a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// A status code with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The resource wants a token.
public let HTTP_UNAUTHORIZED = HTTPStatusCodes(401)
