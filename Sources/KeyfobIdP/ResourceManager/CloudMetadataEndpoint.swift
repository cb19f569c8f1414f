import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// `GET /metadata/endpoints`: the addresses of this cloud, which `az cloud register` reads. Only what exists here is in
/// it: a client must not send its tokens to a service that it did not mean.
enum CloudMetadataEndpoint {
    /// The values of `aud` that Resource Manager accepts, with and without a slash at the end. The first is the one that
    /// clients request.
    static let audiences = [
        "https://management.core.windows.net/", "https://management.core.windows.net",
        "https://management.azure.com/", "https://management.azure.com",
    ]

    /// The first version that returns one cloud instead of a list.
    private static let object = ManagementVersion(known: "2022-09-01")
    /// The first version of this form.
    private static let list = ManagementVersion(known: "2019-05-01")

    static func answer(_ context: RequestContext) throws -> HTTPResponse {
        let version = try ManagementVersion(context)
        guard version >= list else { throw ManagementVersion.invalid(version.date) }
        let cloud: JSONValue = [
            "name": context.isCloudStandIn ? "AzureCloud" : "Keyfob",
            "resourceManager": .string("\(context.managementOrigin)/"),
            "authentication": [
                // Without a slash at the end: clients append one.
                "loginEndpoint": .string(context.origin),
                "audiences": .strings(audiences.filter { $0.hasSuffix("/") }), "tenant": "common",
                "identityProvider": "AAD",
            ],
            "microsoftGraphResourceId": .string("\(context.graphOrigin)/"), "suffixes": [:],
        ]
        return .json(version >= object ? cloud : [cloud])
    }
}
