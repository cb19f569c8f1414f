import KeyfobClient
import KeyfobCore
import KeyfobTesting

extension World {
    /// App `b` on a machine with its own clock.
    func app(clock: MovableClock) throws -> PublicClientApplication {
        try PublicClientApplication(
            configuration: ClientConfiguration(
                clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-b"),
                authority: Contoso.authority()),
            environment: ClientEnvironment(
                transport: wire, clock: clock, store: store, refreshLock: lock, pause: ImmediatePause()))
    }
}
