#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A failed operation on a bus.
package struct DBusError: Error, Hashable, CustomStringConvertible {
    /// The D-Bus name of the error, for example `org.freedesktop.DBus.Error.ServiceUnknown`; names of this module begin
    /// with `org.keyfob.`.
    package let name: String
    /// The message, in a sentence; that of the destination, if it sent one.
    package let message: String

    /// Makes an error.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The message and the name.
    package var description: String { "\(message) (\(name))" }

    /// `libsystemd` is not installed, or too old.
    package static let libraryMissing = "org.keyfob.DBus.LibraryMissing"
    /// There is no bus, or no server listens at its address.
    package static let unreachable = "org.keyfob.DBus.Unreachable"
    /// A value that was to be sent or was received has a form that this module does not support.
    package static let malformed = "org.keyfob.DBus.Malformed"
    /// The destination did not reply in time.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
}

extension DBusError {
    /// The error for a negative result of `sd-bus`.
    static func failed(_ what: String, _ result: Int32, name: String = unreachable) -> DBusError {
        // -result would overflow for the smallest number, which no call returns.
        let reason = String(cString: strerror(result == .min ? EIO : abs(result)))
        return DBusError(name: name, message: "\(what): \(reason).")
    }
}
