import KeyfobCore
package import KeyfobOAuth

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The header fields that describe the SDK and the machine.
package enum PlatformFields {
    package static let fields: HTTPFields = {
        var fields: HTTPFields = [
            ClientFields.sku: "Keyfob", ClientFields.version: KeyfobRelease.version, ClientFields.system: system,
            ClientFields.processor: architecture,
        ]
        // The device's model, as MSAL sends it; a computer's would have no meaning.
        if system == "iOS" || system == "visionOS", let model = model() { fields.set(ClientFields.model, model) }
        return fields
    }()

    /// The machine's name for its hardware: `iPhone17,1` on a phone, `x86_64` on a computer.
    private static func model() -> String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        let bytes = withUnsafeBytes(of: &names.machine) { $0.prefix { $0 != 0 }.map { $0 } }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static var system: String {
        #if os(Linux)
        "Linux"
        #elseif os(macOS)
        "macOS"
        #elseif os(iOS)
        "iOS"
        #elseif os(visionOS)
        "visionOS"
        #else
        "other"
        #endif
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }
}
