package import KeyfobCore
package import KeyfobJOSE

/// A credential that proves a device, without a user, on a page of the provider: the header or cookie
/// `x-ms-DeviceCredential`, signed with the device's key.
package struct DeviceCredential: Sendable, Hashable {
    private static let kind = "device_auth"

    /// `request_nonce`: the provider's nonce.
    package var nonce: String

    /// Makes a credential.
    package init(nonce: String) { self.nonce = nonce }

    /// Returns the value of the header or cookie.
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func signed(with key: DeviceKey) throws(JOSEError) -> Secret<String> {
        try key.sign([
            "grant_type": .string(Self.kind), "iss": .string(DeviceDialect.issuer), "request_nonce": .string(nonce),
        ])
    }

    /// Reads the claims of a message whose signature has been verified.
    ///
    /// - Returns: nil if they are not those of a device credential.
    package init?(claims: [String: JSONValue]) {
        guard claims["grant_type"]?.stringValue == Self.kind,
            claims["iss"]?.stringValue?.utf8.elementsEqual(DeviceDialect.issuer.utf8) == true,
            let nonce = claims["request_nonce"]?.stringValue, !nonce.isEmpty
        else { return nil }
        self.nonce = nonce
    }
}
