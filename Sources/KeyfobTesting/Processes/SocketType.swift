import Foundation

/// The types of sockets as numbers: in glibc they are an enumeration.
package enum SocketType {
    /// `SOCK_STREAM`
    package static var stream: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
        #else
        SOCK_STREAM
        #endif
    }
}
