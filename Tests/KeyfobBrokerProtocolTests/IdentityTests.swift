import KeyfobBrokerProtocol
import KeyfobCore
import Testing

@Suite struct IdentityTests {
    @Test(arguments: [
        ("msauth.test.contoso.a://auth", "test.contoso.a"), ("msauth.test.contoso.a://auth/", "test.contoso.a"),
        ("msauth.com.Contoso.App://auth", "com.Contoso.App"),
        ("x-msauth-mytestiosapp://com.myapp.mytestapp", "com.myapp.mytestapp"),
    ])
    func `a redirect URI of either form names its app`(uri: String, bundleID: String) {
        #expect(BrokerRedirectForm(uri)?.bundleID == bundleID)
    }

    @Test(arguments: [
        "", "msauth.://auth", "msauth.a.b://other", "msauth.a.b://auth/path", "msauth.a.b://auth?x=y",
        "msauth.a.b://auth#f", "http://localhost/contoso-a", "https://com.myapp.mytestapp", "x-app://localhost",
        "x-app://", "urn:ietf:wg:oauth:2.0:oob", "msauth://code/x", "msauth://com.myapp", "x-app://com.my app",
        "x-app://user@com.myapp", "x-app://com.myapp:8080", "x-app://.com", "://com.myapp",
    ])
    func `other redirect URIs name no app`(uri: String) { #expect(BrokerRedirectForm(uri) == nil) }

    @Test func `the second redirect URI of sign-in by certificate is encoded exactly`() {
        #expect(
            BrokerRedirectForm.certificateRedirect(for: "x-msauth-mytestiosapp://com.myapp.mytestapp")
                == "msauth://code/x-msauth-mytestiosapp%3A%2F%2Fcom.myapp.mytestapp")
    }

    @Test func `it wraps the app's own redirect URI, and is recognized only byte for byte`() {
        let first = "msauth.test.contoso.a://auth"
        let second = BrokerRedirectForm.certificateRedirect(for: first)
        #expect(BrokerRedirectForm.unwrapped(second) == first)
        for other in [
            first, "msauth://code/", "msauth://code/msauth.test.contoso.a%3a%2f%2fauth", second + "/", second + "?x=1",
            "msauth://code/%", "MSAUTH://code/msauth.test.contoso.a%3A%2F%2Fauth", "msauth://code2/x",
        ] { #expect(BrokerRedirectForm(BrokerRedirectForm.unwrapped(other)) == BrokerRedirectForm(other), "\(other)") }
    }

    @Test func `R39-part: only a broker's own bundle id is the broker's`() {
        let broker = BrokerIdentity.microsoftAuthenticator
        for name in ["com.microsoft.azureauthenticator", "com.microsoft.azureauthenticator-df"] {
            #expect(broker.isBroker(name))
        }
        for name in ["com.microsoft.azureauthenticator2", "com.Microsoft.azureauthenticator", "evil", ""] {
            #expect(!broker.isBroker(name))
        }
        #expect(BrokerIdentity.keyfob.isBroker("test.keyfob.broker"))
    }

    @Test func `each SDK requires two schemes of a broker, and opens one`() {
        let schemes = BrokerSchemes.microsoft
        #expect(schemes.required(.msal) == ["msauthv2", "msauthv3"])
        #expect(schemes.required(.adal) == ["msauth", "msauthv3"])
        #expect(schemes.dialect(of: "MSAUTHV2") == .msal)
        #expect(schemes.dialect(of: "msauthv3") == nil)
        #expect(BrokerIdentity.keyfob.dialect(of: "msauthv2://broker?a=b") == nil)
    }

    @Test func `a key is 32 bytes in 43 characters`() throws {
        let key = BrokerKey(random: SystemRandomSource())
        #expect(key.text.reveal().count == 43)
        #expect(BrokerKey(text: key.text.reveal()) == key)
        #expect(BrokerKey(text: key.text.reveal() + "=") == key)
        #expect(BrokerKey(text: key.text.reveal() + "==") == nil)
        #expect(BrokerKey(bytes: [1]) == nil)
        #expect(key != BrokerKey(random: SystemRandomSource()))
    }
}
