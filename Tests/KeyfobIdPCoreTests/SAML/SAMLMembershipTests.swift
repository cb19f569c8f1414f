import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Groups and roles in assertions")
struct SAMLMembershipTests {
    private static let claims = "http://schemas.microsoft.com/ws/2008/06/identity/claims/"

    private func fixture(groups: Int) async throws -> SAMLFixture {
        let fixture = try await SAMLFixture()
        let admin = fixture.base.provider.admin
        let groups = (0..<groups).map { number -> JSONValue in
            ["id": .string(id(number)), "displayName": "G", "members": [.string(SeedData.adaID)]]
        }
        try await admin.apply(["groups": .array(groups)])
        try await admin.change(
            SAMLFixture.clientID,
            [
                "groupMembershipClaims": "All",
                "appRoles": [
                    [
                        "id": "dddddddd-0000-4000-8000-000000000001", "value": "Approver", "displayName": "Approver",
                        "description": "Approves", "isEnabled": true, "allowedMemberTypes": ["User"],
                    ]
                ],
            ])
        return fixture
    }

    private func id(_ number: Int) -> String {
        let text = String(number)
        return "cccccccc-0000-4000-8000-" + String(repeating: "0", count: 12 - text.count) + text
    }

    /// The values of an attribute, in order.
    private func values(_ response: ServiceResponse, _ name: String) -> [String] {
        guard let attribute = response.text("<Attribute Name=\"\(name)\"", "</Attribute>") else { return [] }
        return attribute.split(separator: "<AttributeValue>").dropFirst().compactMap {
            $0.split(separator: "<").first.map(String.init)
        }
    }

    @Test("An assertion contains the groups and the assigned roles of its user")
    func memberships() async throws {
        var fixture = try await fixture(groups: 2)
        let before = try #require(ServiceResponse(try await fixture.signOn()))
        #expect(values(before, Self.claims + "groups") == [id(0), id(1)])
        #expect(values(before, Self.claims + "role") == [])
        try await fixture.base.provider.admin.assign(
            ["Approver"], of: SAMLFixture.clientID, to: "ada@contoso.test")
        let after = try #require(ServiceResponse(try await fixture.signOn()))
        #expect(values(after, Self.claims + "role") == ["Approver"])
    }

    @Test("A user of more than 150 groups gets the address that lists them", arguments: [(150, false), (151, true)])
    func overage(count: Int, isLink: Bool) async throws {
        var fixture = try await fixture(groups: count)
        let response = try #require(ServiceResponse(try await fixture.signOn()))
        let link = values(response, "http://schemas.microsoft.com/claims/groups.link")
        #expect(values(response, Self.claims + "groups").count == (isLink ? 0 : count))
        #expect(link.map { $0.hasSuffix("/users/\(SeedData.adaID)/getMemberObjects") } == (isLink ? [true] : []))
    }
}
