import Keyfob
import KeyfobCache
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("The platform's environment with ADAL's archive")
struct ADALArchiveWiringTests {
    @Test("an app names the file, and sees the accounts in it")
    func wiring() async throws {
        let home = try TemporaryDirectory()
        defer { home.remove() }
        let path = home.path + "/adal.plist"
        let world = try await World()
        try await ADALApp(world: world, cache: ADALArchiveFile(path: path)).signIn()
        let configuration = try ClientConfiguration(clientID: Contoso.suite, authority: Contoso.authority())
        var environment = try ClientEnvironment(
            platformOf: configuration, processEnvironment: ["KEYFOB_HOME": home.path + "/keyfob"],
            transport: world.wire, clock: world.clock)
        try environment.useADALArchive(path: path, seeding: true)
        #expect(environment.seedsADALCache)
        let app = PublicClientApplication(configuration: configuration, environment: environment)
        let account = try #require(try app.accounts().first)
        let result = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(result.account.username == Contoso.ada)
        #expect(throws: AuthError.self) { try environment.useADALArchive(path: "adal.plist") }
    }
}
