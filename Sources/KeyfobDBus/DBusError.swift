#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why something could not be done over a bus.
public struct DBusError: Error, Hashable, CustomStringConvertible {
    /// The error's D-Bus name, for example `org.freedesktop.DBus.Error.ServiceUnknown`; the names of this module's
    /// own begin with `org.keyfob.`.
    public let name: String
    /// What happened, in a sentence; as the other side said it, if it did.
    public let message: String

    /// Makes an error.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The message and the name.
    public var description: String { "\(message) (\(name))" }

    /// `libsystemd` is not installed, or too old.
    public static let libraryMissing = "org.keyfob.DBus.LibraryMissing"
    /// There is no bus to speak to, or nobody answers at its address.
    public static let unreachable = "org.keyfob.DBus.Unreachable"
    /// What was to be sent, or what came, is not of a form that this module knows.
    public static let malformed = "org.keyfob.DBus.Malformed"
    /// The other side did not answer in time.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
}

extension DBusError {
    /// A call of `sd-bus` returned a negative number.
    static func failed(_ what: String, _ result: Int32, name: String = unreachable) -> DBusError {
        // -result would overflow for the smallest number, which no call returns.
        let reason = String(cString: strerror(result == .min ? EIO : abs(result)))
        return DBusError(name: name, message: "\(what): \(reason).")
    }
}
