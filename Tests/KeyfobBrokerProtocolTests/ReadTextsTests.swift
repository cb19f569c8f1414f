import KeyfobBrokerProtocol
import KeyfobCore
import Testing

@Suite struct ReadTextsTests {
    @Test func `a text that was parsed before gives the same result, and is not confused with another one`() throws {
        let redirect = "msauth.test.Kontoso://auth"
        for _ in 1...2 {
            #expect(try ReadTexts.redirectURI(redirect) == RedirectURI(redirect))
            #expect(ReadTexts.redirectForm(redirect)?.bundleID == "test.Kontoso")
            #expect(ReadTexts.redirectForm("msauth.test.kontoso://auth")?.bundleID == "test.kontoso")
            // Equal to it as a Swift string, and not a URI.
            let kelvin = "msauth.test.\u{212A}ontoso://auth"
            #expect(kelvin == redirect)
            #expect(throws: AuthError.self) { try ReadTexts.redirectURI(kelvin) }
            #expect(ReadTexts.redirectForm(kelvin) == nil)
            #expect(throws: AuthError.self) { try ReadTexts.authority("https://login.\u{212A}ontoso.test/common") }
            #expect(try ReadTexts.authority("https://login.Kontoso.test/common").environment == "login.kontoso.test")
            #expect(ReadTexts.scopes("User.Read user.read a").values == ["User.Read", "a"])
        }
    }

    @Test func `new texts keep being parsed, and a refused one stays refused`() throws {
        for number in 0..<1000 {
            let host = "login\(number).contoso.test"
            #expect(try ReadTexts.authority("https://\(host)/common").environment == host)
            #expect(throws: AuthError.self) { try ReadTexts.authority("http://\(host)/common") }
        }
        let long = "https://login.contoso.test/" + String(repeating: "t", count: 1000)
        #expect(try ReadTexts.authority(long) == Authority(long))
    }
}
