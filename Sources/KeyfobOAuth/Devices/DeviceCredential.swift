public import KeyfobCore
public import KeyfobJOSE

/// What proves a device, and nobody's account, on a page of the provider's: the header or cookie
/// `x-ms-DeviceCredential`, signed with the device's key.
public struct DeviceCredential: Sendable, Hashable {
    private static let kind = "device_auth"

    /// `request_nonce`: the provider's own.
    public var nonce: String

    /// Makes a credential.
    public init(nonce: String) { self.nonce = nonce }

    /// The field's value.
    ///
    /// - Throws: `JOSEError` if the library below fails.
    public func signed(with key: DeviceKey) throws(JOSEError) -> Secret<String> {
        try key.sign([
            "grant_type": .string(Self.kind), "iss": .string(DeviceDialect.issuer), "request_nonce": .string(nonce),
        ])
    }

    /// Reads the claims of a message whose signature was checked.
    ///
    /// - Returns: nil if they are not those of a device's credential.
    public init?(claims: [String: JSONValue]) {
        guard claims["grant_type"]?.stringValue == Self.kind,
            claims["iss"]?.stringValue?.utf8.elementsEqual(DeviceDialect.issuer.utf8) == true,
            let nonce = claims["request_nonce"]?.stringValue, !nonce.isEmpty
        else { return nil }
        self.nonce = nonce
    }
}
