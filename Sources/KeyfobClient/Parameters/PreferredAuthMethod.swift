/// The sign-in method that the user is offered first (`pc` of the authorization request).
public struct PreferredAuthMethod: RawRepresentable, Sendable, Hashable {
    /// The wire value.
    public let rawValue: String
    /// Makes a method of its wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A QR code and a PIN, as front-line workers use them.
    public static let qrPIN = PreferredAuthMethod(rawValue: "18")
}
