import KeyfobClient
import KeyfobCore
import Testing

@Suite("The client's configuration")
struct ClientConfigurationTests {
    @Test("A client id alone suffices")
    func defaults() throws {
        let configuration = try ClientConfiguration(clientID: "aaaaaaaa-0000-4000-8000-000000000001")
        #expect(configuration.redirectURI.value == "http://localhost")
        #expect(configuration.authority.description == "https://login.microsoftonline.com/common")
        #expect(configuration.accessGroup == .standard)
        #expect(configuration.appIdentifier == "http://localhost")
    }

    @Test("The app is identified by its bundle id, or else by its redirect URI")
    func app() throws {
        let uri = try RedirectURI("http://localhost/contoso-a")
        #expect(try ClientConfiguration(clientID: "c", redirectURI: uri).appIdentifier == uri.value)
        let named = try ClientConfiguration(clientID: "c", redirectURI: uri, appIdentifier: "test.contoso.a")
        #expect(named.appIdentifier == "test.contoso.a")
        #expect(throws: AuthError.self) { try ClientConfiguration(clientID: "c", appIdentifier: "") }
    }

    @Test(
        "A client id that cannot be registered is refused",
        arguments: ["", " ", "a b", "a\n", "ä", String(repeating: "a", count: 257)])
    func refused(_ clientID: String) {
        let error = #expect(throws: AuthError.self) { try ClientConfiguration(clientID: clientID) }
        #expect(error?.code == .configuration)
        #expect(error?.remedy?.isEmpty == false)
    }
}
