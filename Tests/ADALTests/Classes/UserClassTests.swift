import ADAL
import Foundation
import KeyfobCore
import Testing

@Suite("ADAL's user classes")
struct UserClassTests {
    private func token(_ claims: JSONValue) -> String {
        let header: JSONValue = ["alg": "none"]
        return "\(Base64URL.encode(header.bytes())).\(Base64URL.encode(claims.bytes()))."
    }

    @Test(
        "The user id is the first of upn, email, sub, oid, unique_name and altsecid that is not blank",
        arguments: [
            (["upn": "U@x", "email": "e@x", "sub": "s"], "u@x", true),
            (["upn": " ", "email": "e@x", "sub": "s"], "e@x", true),
            (["sub": "S1", "oid": "o", "unique_name": "n"], "s1", false),
            (["oid": "O1", "unique_name": "n"], "o1", false),
            (["unique_name": "N@x", "altsecid": "a"], "n@x", true), (["altsecid": "A"], "a", false),
        ] as [(JSONValue, String, Bool)])
    func userID(_ claims: JSONValue, _ expected: String, _ isDisplayable: Bool) throws {
        let information = try #require(ADUserInformation(idToken: token(claims), error: nil))
        #expect(information.userId == expected)
        #expect(information.userIdDisplayable == isDisplayable)
        #expect(information.uniqueId == (claims["oid"] ?? claims["sub"])?.stringValue)
        #expect(information.rawIdToken == token(claims))
    }

    @Test("A text that is not an id token, or names no user, is code 206")
    func noToken() {
        for text in ["", "a.b", "a.b.c", token(["iss": "x"])] {
            var error: ADAuthenticationError?
            #expect(ADUserInformation(idToken: text, error: &error) == nil)
            #expect(error?.code == ADErrorCode.ERROR_SERVER_INVALID_ID_TOKEN.rawValue)
        }
    }

    @Test("User information survives archiving, and its description contains none of it")
    func archiving() throws {
        let information = try #require(
            ADUserInformation(idToken: token(["upn": "ada@contoso.test", "given_name": "Ada"]), error: nil))
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        information.encode(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let copy = try #require(ADUserInformation(coder: unarchiver))
        #expect(copy.userId == "ada@contoso.test")
        #expect(copy.givenName == "Ada")
        #expect(!String(describing: information).contains("ada@contoso.test"))
        #expect((information.copy() as? ADUserInformation) === information)
    }

    @Test("Ids are compared trimmed and without regard to letter case; a hint accepts any user")
    func identifiers() throws {
        #expect(ADUserInformation.normalizeUserId("  Ada@Contoso.Test ") == "ada@contoso.test")
        #expect(ADUserInformation.normalizeUserId("  ") == nil)
        #expect(ADUserIdentifier(id: " ") == nil)
        let ada = try #require(
            ADUserInformation(idToken: token(["upn": "ada@contoso.test", "oid": "O-1", "sub": "s"]), error: nil))
        func matches(_ id: String, _ type: ADUserIdentifierType) -> Bool {
            ADUserIdentifier.identifier(ADUserIdentifier(id: id, type: type), matchesInfo: ada)
        }
        #expect(matches("ADA@contoso.test", RequiredDisplayableId))
        #expect(!matches("grace@contoso.test", RequiredDisplayableId))
        #expect(matches("grace@contoso.test", OptionalDisplayableId))
        #expect(matches("o-1", UniqueId))
        #expect(!matches("ada@contoso.test", UniqueId))
        #expect(ADUserIdentifier.identifier(nil, matchesInfo: ada))
        let plain = try #require(ADUserIdentifier(id: "Ada@Contoso.test"))
        #expect(plain.type == RequiredDisplayableId)
        #expect(plain.isDisplayable())
        #expect(plain.userIdMatchString(ada) == "ada@contoso.test")
        for type in [UniqueId, OptionalDisplayableId, RequiredDisplayableId] {
            let name = try #require(ADUserIdentifier.string(for: type))
            #expect(ADUserIdentifier(id: "x", typeFrom: name)?.type == type)
            #expect(ADUserIdentifier(id: "x", type: type)?.typeAsString() == name)
        }
    }
}
