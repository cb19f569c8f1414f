import Foundation
import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

@Suite("Exports of Microsoft's tools")
struct MicrosoftExportTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/microsoft-exports").path

    private func vector(_ name: String) throws -> String {
        let text = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)"))
        return String(decoding: text, as: UTF8.self)
    }

    @Test("An application as az ad app show prints it is registered as it is")
    func graphApplication() async throws {
        let fixture = try await FilesFixture.seeded()
        let plan = try await fixture.apply(try vector("application.json"))
        #expect(plan.changes.map(\.kind) == ["application"])
        let application = try #require(try await fixture.application("Display name"))
        #expect(application.appID == "631a96bc-a705-4eda-9f99-fdaf9f54f6a2")
        #expect(application.objectID == "03ef14b0-ca33-4840-8f4f-d6e91916010e")
        #expect(application.signInAudience == .organizationsAndPersonal)
        #expect(application.publisherDomain == "contoso.onmicrosoft.com")
        #expect(application.requestedAccessTokenVersion == 2)
        #expect(application.tenantID == SeedData.tenantID)
        #expect(try await fixture.apply(try vector("application.json")).isEmpty)
    }

    @Test("A list of users is a response of Graph, with its nulls")
    func users() async throws {
        let fixture = try await FilesFixture.seeded()
        let plan = try await fixture.apply(try vector("users.json"), ApplyOptions(tenant: "fabrikam.test"))
        #expect(plan.changes.map(\.kind) == ["user", "user"])
        let user = try #require(try await fixture.user("AdeleV@contoso.com"))
        #expect(user.objectID == "87d349ed-44d7-43e1-9a83-5f2406dee5bd")
        #expect(user.tenantID == SeedData.fabrikamID)
        #expect(user.familyName == "Vance")
        #expect(user.passwordHash == nil)
        #expect(user.furtherMembers?.contains("Product Marketing Manager") == true)
        #expect(try await fixture.apply(try vector("users.json"), ApplyOptions(tenant: "fabrikam.test")).isEmpty)
    }

    @Test("A manifest in the form of Azure AD Graph becomes the same application")
    func manifest() async throws {
        let fixture = try await FilesFixture.seeded()
        try await fixture.apply(try vector("manifest.json"))
        let application = try #require(try await fixture.application("f7f9acfc-ae0c-4d6c-b489-0a81dc1652dd"))
        #expect(application.displayName == "MyRegisteredApp")
        #expect(application.identifierURIs == ["api://MyRegisteredApp"])
        #expect(
            application.redirectURIs.publicClient == ["https://localhost:4400/services/office365/redirectTarget.html"])
        #expect(application.redirectURIs.singlePage == ["https://localhost:4400/spa"])
        #expect(application.redirectURIs.web == ["https://localhost:4400/web"])
        #expect(application.scopes.map(\.value) == ["user_impersonation"])
        #expect(application.appRoles?.map(\.value) == ["ReadOnly"])
        #expect(application.knownClientApplications == ["f7f9acfc-ae0c-4d6c-b489-0a81dc1652de"])
        #expect(application.preAuthorizedApplications?.first?.permissionIDs == ["8748f7db-21fe-4c83-8ab5-53033933c8f1"])
        #expect(application.requestedAccessTokenVersion == 2)
        #expect(application.isFallbackPublicClient == false)
        #expect(application.implicitGrant?.issuesIDTokens == true)
        #expect(application.logoutURL == "https://myregisteredapp.contoso.com/signout")
        #expect(application.homePageURL == "https://myregisteredapp.contoso.com/")
        #expect(application.furtherMembers?.contains("termsOfServiceUrl") == true)
        #expect(application.requiredResourceAccess.first?.scopeIDs == ["311a71cc-e848-46a1-bdf8-97ff7156d8e6"])
        let plan = try await fixture.apply(try vector("manifest.json"))
        #expect(plan.isEmpty, "\(plan.text)")
        #expect(plan.notes.count == 1)
    }

    @Test("Groups, policies, locations and service principals are recognized")
    func others() async throws {
        let fixture = try await FilesFixture.seeded()
        let names = ["groups.json", "named-location.json", "policy.json", "service-principals.json"]
        let files = try names.map { SourceFile(name: $0, bytes: Array(try vector($0).utf8)) }
        let plan = try await fixture.apply(files)
        #expect(Set(plan.changes.map(\.kind)) == ["group", "named location", "policy"])
        #expect(plan.notes.count == 1)
        #expect(try await fixture.objects(.group).first?["mailNickname"] == "library")
        #expect(
            try await fixture.objects(.namedLocation).first?["displayName"]
                == "Untrusted named location with only IPv4 address")
        #expect(try await fixture.apply(files).isEmpty)
    }

    @Test("An error in an export names its line, and the member by its present name")
    func places() async throws {
        let fixture = try await FilesFixture.seeded()
        let broken = try vector("manifest.json").replacing("\"AzureADMyOrg\"", with: "\"Absent\"")
        let error = try await fixture.error(broken)
        #expect(error.member == "signInAudience")
        let line = broken.split(separator: "\n").firstIndex { $0.contains("Absent") }.map { $0 + 1 }
        #expect(error.place?.line == line)
        let type = try vector("manifest.json").replacing("\"Spa\"", with: "\"Other\"")
        #expect(try await fixture.error(type).member == "type")
    }
}
