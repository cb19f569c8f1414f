package import KeyfobConditionalAccess
package import KeyfobOAuth

/// Detects the platform of a sign-in: by the device's registration, which proves it, otherwise by the client's
/// statements, which are not proved.
package enum PlatformDetection {
    /// The client's statements about itself, as fields or parameters.
    private static let names = [ClientFields.sku, ClientFields.system]

    /// Adds the statements in a request's fields to its parameters, for later requests of the same sign-in.
    static func keeping(_ request: HTTPRequest, in parameters: FormParameters) -> FormParameters {
        var kept = parameters
        for name in names { kept.set(name, ifPresent: parameters[name] ?? request.fields[name]) }
        return kept
    }

    /// The platform of a request.
    ///
    /// - Parameter parameters: the request's, or those kept of the first request, which take precedence over its
    ///   fields.
    package static func platform(of request: HTTPRequest, parameters: FormParameters) -> DevicePlatform? {
        func value(_ name: String) -> String { parameters[name] ?? request.fields[name] ?? "" }
        let kit = value(ClientFields.sku).lowercased()
        if kit.hasSuffix(".ios") { return .iOS }
        if kit.hasSuffix(".osx") { return .macOS }
        return named(value(ClientFields.system)) ?? named(request.fields["User-Agent"] ?? "")
    }

    /// The platform that a text names: the registration of a device, a header field, a browser's name.
    static func named(_ text: String) -> DevicePlatform? {
        let text = text.lowercased()
        // Browsers on phones name desktop systems too, so the order matters.
        let words: [(String, DevicePlatform)] = [
            ("iphone", .iOS), ("ipad", .iOS), ("ipod", .iOS), ("android", .android), ("windows phone", .windowsPhone),
            ("windows", .windows), ("macintosh", .macOS), ("macos", .macOS), ("mac os", .macOS), ("osx", .macOS),
            ("linux", .linux), ("x11", .linux),
        ]
        if let found = words.first(where: { text.contains($0.0) }) { return found.1 }
        return text.hasPrefix("ios") || text.hasPrefix("ipados") ? .iOS : nil
    }
}
