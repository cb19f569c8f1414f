package import KeyfobCore

/// The addresses of a tenant's registration service: the document at `/<domain>/Discover`.
package struct RegistrationDiscovery: Sendable, Hashable {
    /// The first-party application that a user's token must be for to register a device.
    package static let resourceAppID = "01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9"
    /// That application's name in token requests.
    package static let resourceURI = "urn:ms-drs:enterpriseregistration.windows.net"

    /// `DeviceJoinService.JoinEndpoint`: the endpoint that registers devices.
    package var joinEndpoint: HTTPURL
    /// `DeviceJoinService.JoinResourceId`: the resource of the token that it accepts.
    package var joinResource: String
    /// `KeyProvisioningService.KeyProvisionEndpoint`: the endpoint that stores users' keys.
    package var keyEndpoint: HTTPURL?
    /// `NonceService.Endpoint`: the endpoint that issues nonces.
    package var nonceEndpoint: HTTPURL?
    /// `TenantInfo.TenantId`
    package var tenantID: String?

    /// Makes a document.
    ///
    /// - Parameters:
    ///   - origin: the origin of the registration service.
    ///   - tenantID: the tenant's id.
    package init(origin: HTTPURL, tenantID: String) {
        joinEndpoint = origin.with(path: "/EnrollmentServer/device/")
        keyEndpoint = origin.with(path: "/EnrollmentServer/key/")
        nonceEndpoint = origin.with(path: "/EnrollmentServer/nonce/\(tenantID)/")
        joinResource = Self.resourceURI
        self.tenantID = tenantID
    }

    /// Returns the URL of the document.
    ///
    /// - Parameters:
    ///   - origin: the origin of the registration service.
    ///   - domain: the tenant's domain, or its id.
    package static func url(origin: HTTPURL, domain: String) -> HTTPURL {
        origin.with(
            path: "/\(PercentEncoding.encode(domain))/Discover", query: "api-version=1.9&managed=True")
    }

    /// Parses the document.
    ///
    /// - Throws: ``MessageError`` if it has no join endpoint, or an address is not `https`.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "document of the registration service")
        func service(_ name: String) throws(MessageError) -> MessageReader? {
            guard let part = reader.members[name], part.objectValue != nil else { return nil }
            return try MessageReader(part.bytes(), name)
        }
        guard let join = try service("DeviceJoinService"), let endpoint = try join.httpsURL("JoinEndpoint") else {
            throw MessageError("The document of the registration service has no join endpoint.")
        }
        joinEndpoint = endpoint
        joinResource = try join.nonEmpty("JoinResourceId") ?? Self.resourceURI
        keyEndpoint = try service("KeyProvisioningService")?.httpsURL("KeyProvisionEndpoint")
        nonceEndpoint = try service("NonceService")?.httpsURL("Endpoint")
        tenantID = try service("TenantInfo")?.nonEmpty("TenantId")
    }

    /// The JSON of the document.
    package var json: JSONValue {
        var out: [String: JSONValue] = [
            "DeviceJoinService": [
                "JoinEndpoint": .string(joinEndpoint.description), "JoinResourceId": .string(joinResource),
                "ServiceVersion": "2.0",
            ]
        ]
        if let keyEndpoint {
            out["KeyProvisioningService"] = [
                "KeyProvisionEndpoint": .string(keyEndpoint.description),
                "KeyProvisionResourceId": .string(joinResource), "ServiceVersion": "1.0",
            ]
        }
        if let nonceEndpoint {
            out["NonceService"] = [
                "Endpoint": .string(nonceEndpoint.description), "ResourceId": .string(joinResource),
                "ServiceVersion": "1.0",
            ]
        }
        if let tenantID { out["TenantInfo"] = ["TenantId": .string(tenantID)] }
        return .object(out)
    }
}
