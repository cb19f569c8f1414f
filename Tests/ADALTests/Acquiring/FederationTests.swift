import ADAL
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("SAML assertions of a federated issuer")
struct FederationTests {
    private static let vectors: JSONValue = {
        let path = URL(filePath: #filePath).appending(path: "../../../Vectors/saml-assertions.json").standardized
        return (try? JSONValue(parsing: Array(Data(contentsOf: path)))) ?? .null
    }()

    /// The names of the vectors that are refused.
    private static let refused = vectors["refused"]?.objectValue?.keys.sorted() ?? []

    /// The XML of a vector, as a text for ADAL.
    private static func xml(_ value: JSONValue?) throws -> String {
        let data = try #require(value?.stringValue.flatMap { Data(base64Encoded: $0) })
        return try #require(String(data: data, encoding: .utf8))
    }

    /// A provider whose tenant trusts the issuer of the vectors, at their time, with the users' consent.
    private func world() async throws -> World {
        let world = try await World()
        let certificate = try #require(Self.vectors["certificate"])
        let now = try #require(Self.vectors["now"]?.integerValue)
        world.clock.set(Date(timeIntervalSince1970: Double(now + 60)))
        try await world.admin.apply(
            [
                "trust": [
                    "federatedIssuers": [
                        ["issuer": "http://fs.contoso.test/adfs/services/trust", "certificates": [certificate]]
                    ]
                ]
            ])
        for user in [Contoso.ada, Contoso.grace] {
            try await world.admin.setConsent(
                user: user, clientID: Contoso.suite, resource: Contoso.files, granted: ["Files.Read"])
        }
        return world
    }

    private func redeem(
        _ context: ADAuthenticationContext, _ assertion: String, _ type: ADAssertionType = AD_SAML2,
        user: String? = Contoso.ada
    ) async -> ADAuthenticationResult {
        await context.acquireToken(
            forAssertion: assertion, assertionType: type, resource: Contoso.files, clientId: Contoso.suite,
            userId: user)
    }

    @Test(
        "An assertion of either version gives a token that the API accepts, and a session that is refreshed silently",
        arguments: [(AD_SAML1_1, "saml11"), (AD_SAML2, "saml2")])
    func redeemed(_ type: ADAssertionType, _ name: String) async throws {
        let world = try await world()
        let context = try world.context()
        let assertion = try Self.xml(Self.vectors[name])
        let result = await redeem(context, assertion, type)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(try await world.validatedScopes(result.accessToken).contains("Files.Read"))
        #expect(result.tokenCacheItem?.userInformation?.userId == Contoso.ada)
        #expect(try await world.count("password_prompt") == 0)
        // The cache is used first: nothing is sent, and the assertion is not even parsed.
        let requests = world.wire.exchanges.count
        #expect(await redeem(context, "<nonsense/>", type).accessToken == result.accessToken)
        #expect(world.wire.exchanges.count == requests)
        // When both the token and the assertion have expired, the refresh token that came with them is redeemed.
        world.expireAccessTokens()
        let later = await redeem(context, assertion, type)
        #expect(later.status == AD_SUCCEEDED)
        #expect(later.accessToken != result.accessToken)
        #expect(try await world.validatedScopes(await context.silent().accessToken).contains("Files.Read"))
    }

    @Test(
        "A tampered assertion is the server's error 202 with its name, and nothing is stored", arguments: refused)
    func tampered(_ name: String) async throws {
        let world = try await world()
        let context = try world.context()
        let assertion = try Self.xml(Self.vectors["refused"]?[name])
        for user in [Contoso.ada, Contoso.grace, nil] {
            let result = await redeem(context, assertion, user: user)
            #expect(result.status == AD_FAILED && result.accessToken == nil)
            #expect(result.error?.domain == ADOAuthServerErrorDomain)
            #expect(result.code == .ERROR_SERVER_OAUTH)
            #expect(result.error?.protocolCode == "invalid_grant")
        }
        #expect(await context.silent().code == .ERROR_SERVER_USER_INPUT_NEEDED)
        #expect(try world.legacy.items(ADALCacheQuery()).isEmpty)
        #expect(try world.store.homeAccountIDs().isEmpty)
    }

    @Test("An assertion is valid for its version, within its time, and for the user whom the call names")
    func conditions() async throws {
        let world = try await world()
        let context = try world.context()
        let assertion = try Self.xml(Self.vectors["saml2"])
        #expect(await redeem(context, assertion, AD_SAML1_1).code == .ERROR_SERVER_OAUTH)
        #expect(await redeem(context, assertion, user: Contoso.grace).code == .ERROR_SERVER_WRONG_USER)
        #expect(try world.legacy.items(ADALCacheQuery()).isEmpty)
        world.clock.advance(seconds: 70 * 60 + 300)
        let late = await redeem(context, assertion)
        #expect(late.code == .ERROR_SERVER_OAUTH)
        #expect(late.error?.authError?.server?.codes.contains(500133) == true)
    }
}
