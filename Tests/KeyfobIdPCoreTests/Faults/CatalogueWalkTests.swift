import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The error catalogue over the wire")
struct CatalogueWalkTests {
    @Test("Both token endpoints return every number with its name, suberror and status")
    func tokenEndpoints() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        for entry in ErrorCatalogue.all {
            for dialect in [OAuthDialect.v1, .v2] {
                try await fixture.provider.admin.order(.error(entry.number), at: "token")
                let response =
                    dialect == .v1
                    ? try await fixture.refreshByADAL(token, resource: "api://files") : try await fixture.refresh(token)
                let name = "AADSTS\(entry.number) \(dialect)"
                #expect(response.status == entry.status, "\(name)")
                let error = try #require(OAuthErrorResponse(parsing: response.body), "\(name)")
                #expect(error.error == (dialect == .v1 ? entry.v1Error ?? entry.error : entry.error), "\(name)")
                #expect(error.suberror == entry.suberror, "\(name)")
                #expect(error.codes == [entry.number], "\(name)")
                #expect(error.description?.hasPrefix("AADSTS\(entry.number): ") == true, "\(name)")
                #expect(error.description?.contains("(not given)") == false, "\(name)")
                #expect(error.uri == (entry.number == 70043 ? nil : entry.errorURI), "\(name)")
                #expect(error.traceID != nil && error.correlationID != nil && error.timestamp != nil, "\(name)")
            }
        }
        #expect(try await fixture.refresh(token).status == 200)
        #expect(ErrorCatalogue.all.count > 130)
    }

    @Test("Both authorization endpoints report every number where it belongs: on a page, or by redirect")
    func authorizationEndpoints() async throws {
        let fixture = try await ProviderFixture()
        for entry in ErrorCatalogue.all {
            for (path, scope) in [("/common/oauth2/authorize", nil), ("/common/oauth2/v2.0/authorize", "openid")] {
                try await fixture.provider.admin.order(.error(entry.number), at: "authorize")
                let changes: [String: String?] =
                    scope == nil ? ["scope": nil, "resource": "api://files"] : [:]
                let url = try fixture.url(path, fixture.authorization(scope: scope ?? "", changes))
                let response = try await fixture.provider.send(.get(url))
                let name = "AADSTS\(entry.number) \(path)"
                let location = response.fields["Location"]
                #expect((location == nil) == entry.isPage, "\(name)")
                if let location {
                    let reply = try FormParameters(
                        parsing: String(location.split(separator: "?", maxSplits: 1).last ?? ""))
                    let v1 = scope == nil ? entry.v1Error : nil
                    #expect(reply["error"] == v1 ?? entry.error, "\(name)")
                    #expect(reply["error_description"]?.hasPrefix("AADSTS\(entry.number): ") == true, "\(name)")
                    #expect(reply["state"] == "the-state", "\(name)")
                    #expect(response.status == 303, "\(name)")
                } else {
                    let page = HTMLDocument(String(decoding: response.body, as: UTF8.self))
                    #expect(page.pageName == "error", "\(name)")
                    #expect(page.textByID["error-code"] == "AADSTS\(entry.number)", "\(name)")
                    #expect(response.status == entry.status, "\(name)")
                }
            }
        }
    }
}
