#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The address of a message bus (D-Bus specification, "Server Addresses").
package struct DBusAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in the format of `DBUS_SESSION_BUS_ADDRESS`.
    package let description: String

    /// Makes an address.
    package init(_ address: String) { description = address }

    /// The session bus of an environment: `DBUS_SESSION_BUS_ADDRESS`, or else the socket `bus` in `XDG_RUNTIME_DIR` if
    /// it exists; nil if there is neither.
    package init?(sessionOf environment: [String: String]) {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            description = address
            return
        }
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        let path = directory + "/bus"
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        description = "unix:path=" + Self.escaped(path)
    }

    /// Whether every address in the list is a socket of this machine, so that no message crosses a network.
    package var isLocal: Bool {
        let addresses = description.split(separator: ";")
        return !addresses.isEmpty && addresses.allSatisfy { $0.hasPrefix("unix:") }
    }

    /// Bytes other than `-0-9A-Za-z_/.*` are written as `%` and two hexadecimal digits.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var out: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."), UInt8(ascii: "*"):
                out.append(byte)
            default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
