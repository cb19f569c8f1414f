#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A failed operation on a bus.
public struct DBusError: Error, Hashable, CustomStringConvertible {
    /// The D-Bus name of the error, for example `org.freedesktop.DBus.Error.ServiceUnknown`; names of this module begin
    /// with `org.keyfob.`.
    public let name: String
    /// The message, in a sentence; that of the destination, if it sent one.
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
    /// There is no bus, or no server listens at its address.
    public static let unreachable = "org.keyfob.DBus.Unreachable"
    /// A value that was to be sent or was received has a form that this module does not support.
    public static let malformed = "org.keyfob.DBus.Malformed"
    /// The destination did not reply in time.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
}

extension DBusError {
    /// The error for a negative result of `sd-bus`.
    static func failed(_ what: String, _ result: Int32, name: String = unreachable) -> DBusError {
        // -result would overflow for the smallest number, which no call returns.
        let reason = String(cString: strerror(result == .min ? EIO : abs(result)))
        return DBusError(name: name, message: "\(what): \(reason).")
    }
}
