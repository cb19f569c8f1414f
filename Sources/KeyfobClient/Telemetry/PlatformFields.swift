import KeyfobCore
import KeyfobOAuth

/// What requests say of the SDK and the machine.
enum PlatformFields {
    static let fields: HTTPFields = [
        "x-client-SKU": "Keyfob", "x-client-Ver": KeyfobRelease.version, "x-client-OS": system,
        "x-client-CPU": architecture,
    ]

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
