package import KeyfobCore

/// The response of instance discovery: the hosts of each cloud, and the address of a tenant's metadata. The provider
/// builds it, the client parses it.
package struct InstanceDiscovery: Sendable, Hashable {
    /// `tenant_discovery_endpoint`
    package var tenantDiscoveryEndpoint: HTTPURL
    /// `metadata`: the clouds; a response of version 1.0 has none.
    package var clouds: [Cloud]
    /// `api-version`
    package var version = "1.1"

    /// Makes a response.
    package init(tenantDiscoveryEndpoint: HTTPURL, clouds: [Cloud]) {
        self.tenantDiscoveryEndpoint = tenantDiscoveryEndpoint
        self.clouds = clouds
    }

    /// Parses the JSON of a response; clouds without names are left out.
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object with an `https` `tenant_discovery_endpoint`.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "instance discovery response")
        guard let endpoint = try reader.httpsURL("tenant_discovery_endpoint") else {
            throw MessageError("The instance discovery response has no tenant_discovery_endpoint.")
        }
        let rows = reader.members["metadata"]?.arrayValue ?? []
        let clouds = rows.compactMap { row -> Cloud? in
            guard let network = row["preferred_network"]?.stringValue?.lowercased(),
                let cache = row["preferred_cache"]?.stringValue?.lowercased()
            else { return nil }
            let aliases = row["aliases"]?.arrayValue?.compactMap { $0.stringValue?.lowercased() } ?? []
            return Cloud(preferredNetwork: network, preferredCache: cache, aliases: aliases)
        }
        self.init(tenantDiscoveryEndpoint: endpoint, clouds: clouds)
        version = try reader.nonEmpty("api-version") ?? version
    }

    /// The JSON of the response.
    package var json: JSONValue {
        let rows = clouds.map { cloud -> JSONValue in
            [
                "preferred_network": .string(cloud.preferredNetwork),
                "preferred_cache": .string(cloud.preferredCache), "aliases": .strings(cloud.aliases),
            ]
        }
        var members: [String: JSONValue] = [
            "tenant_discovery_endpoint": .string(tenantDiscoveryEndpoint.description), "api-version": .string(version),
        ]
        if version != "1.0" { members["metadata"] = .array(rows) }
        return .object(members)
    }
}
