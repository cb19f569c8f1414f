package import KeyfobOAuth

/// On which system somebody signs in, as far as the request says: by the device's registration, which proves it, else by
/// what the client says of itself, which anybody can say.
package enum PlatformDetection {
    /// What clients say of themselves, as a field or as a parameter.
    private static let names = [ClientFields.sku, ClientFields.system]

    /// The parameters of a request with what its fields say, for the requests that come after it.
    static func keeping(_ request: HTTPRequest, in parameters: FormParameters) -> FormParameters {
        var kept = parameters
        for name in names { kept.set(name, ifPresent: parameters[name] ?? request.fields[name]) }
        return kept
    }

    /// - Parameter parameters: the request's, or what was kept of the first one, which counts more than a later one's fields.
    package static func platform(of request: HTTPRequest, parameters: FormParameters) -> DevicePlatform? {
        func value(_ name: String) -> String { parameters[name] ?? request.fields[name] ?? "" }
        let kit = value(ClientFields.sku).lowercased()
        if kit.hasSuffix(".ios") { return .iOS }
        if kit.hasSuffix(".osx") { return .macOS }
        return named(value(ClientFields.system)) ?? named(request.fields["User-Agent"] ?? "")
    }

    /// The system that a text names: the registration of a device, a header field, a browser's name.
    static func named(_ text: String) -> DevicePlatform? {
        let text = text.lowercased()
        // Phones' browsers name the system of computers too, so the order matters.
        let words: [(String, DevicePlatform)] = [
            ("iphone", .iOS), ("ipad", .iOS), ("ipod", .iOS), ("android", .android), ("windows phone", .windowsPhone),
            ("windows", .windows), ("macintosh", .macOS), ("macos", .macOS), ("mac os", .macOS), ("osx", .macOS),
            ("linux", .linux), ("x11", .linux),
        ]
        if let found = words.first(where: { text.contains($0.0) }) { return found.1 }
        return text.hasPrefix("ios") || text.hasPrefix("ipados") ? .iOS : nil
    }
}
