#if Server
package import KeyfobCore

/// How an executable gets tokens without the user: `keyfob` from the store, `keyfob-signin` with the network.
package protocol TokenSource: Sendable {
    /// Makes a source.
    init()

    /// Returns the token of a request. `keyfob` does not return if the network is needed: it becomes `keyfob-signin`,
    /// which gets the same arguments and the same standard input.
    ///
    /// - Throws: `AuthError` as `acquireTokenSilent` of the SDK does.
    func token(for request: TokenRequest) async throws(AuthError) -> AcquiredToken

    /// Waits for refreshes in the background, and closes all connections.
    func finish() async
}
#endif
