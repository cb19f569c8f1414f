/// A request method (RFC 9110 section 9), compared exactly.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The method as written on the wire.
    public let rawValue: String
    /// Makes a method from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The method as written on the wire.
    public var description: String { rawValue }

    /// `GET`
    public static let get = HTTPMethod(rawValue: "GET")
    /// `POST`
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `DELETE`
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `PATCH`
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `HEAD`
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `OPTIONS`
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}
