/// The name of a shared credential store: `[A-Za-z0-9.-]{1,128}`, no leading dot.
///
/// Apps of one suite use the same group. On Linux a group is a name, not a security boundary: all unsandboxed processes
/// of one user have the same access.
public struct AccessGroup: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let name: String

    /// The group of an app that names none; the same as MSAL's on iOS.
    public static let standard = AccessGroup(unchecked: "com.microsoft.adalcache")

    private init(unchecked name: String) { self.name = name }

    /// Checks a name.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the name does not have that form. The name becomes part of
    ///   a file name, so nothing else is accepted.
    public init(_ name: String) throws(AuthError) {
        let allowed = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                || $0 == 0x2E
        }
        guard (1...128).contains(name.utf8.count), allowed, !name.hasPrefix(".") else {
            throw .configuration(
                "The access group's name is not allowed.",
                remedy: "Use 1 to 128 letters, digits, dots and hyphens, and no leading dot.")
        }
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
