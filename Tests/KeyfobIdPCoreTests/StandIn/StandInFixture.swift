import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

extension ProviderFixture {
    /// A provider in the place of Microsoft's cloud, whose client uses one of its hosts.
    static func inPlaceOfTheCloud(
        at host: String = "login.microsoftonline.com", configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws -> ProviderFixture {
        try await ProviderFixture(base: HTTPURL("https://\(host)/")) { configuration in
            configuration.standIn = StandIn(tenantHosts: SeedData.platformHostNames)
            configure(&configuration)
        }
    }

    /// The response of one of the hosts to a GET.
    func get(_ address: String, bearer: String? = nil) async throws -> HTTPResponse {
        var request = HTTPRequest.get(try #require(HTTPURL("https://\(address)")))
        if let bearer { request.fields.set("Authorization", "Bearer \(bearer)") }
        return try await provider.send(request)
    }
}
