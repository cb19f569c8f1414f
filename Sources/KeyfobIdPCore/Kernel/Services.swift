package import KeyfobCore
package import KeyfobIdPModel
import KeyfobOAuth

/// The dependencies of every handler.
package final class Services: Sendable {
    let configuration: IdPConfiguration
    package let store: any IdPStore
    package let clock: any WallClock
    let random: any RandomSource
    package let directories: DirectoryCache
    let passwords: PasswordChecker
    let housekeeping = Housekeeping()
    package let clockMoved: @Sendable (Int64) throws -> Void
    let identified: IdentificationHook
    /// Learns what happens; nil to leave it out.
    let observer: (any ProviderObserver)?

    init(
        configuration: IdPConfiguration, store: any IdPStore, clock: any WallClock, random: any RandomSource,
        directories: DirectoryCache, passwords: PasswordChecker,
        clockMoved: @escaping @Sendable (Int64) throws -> Void, identified: @escaping IdentificationHook,
        observer: (any ProviderObserver)?
    ) {
        self.configuration = configuration
        self.store = observer.map { ObservedStore(base: store, observer: $0) as any IdPStore } ?? store
        self.clock = clock
        self.random = random
        self.directories = directories
        self.passwords = passwords
        self.clockMoved = clockMoved
        self.identified = identified
        self.observer = observer
    }

    /// Whole seconds since 1970, by the provider's movable clock.
    func now(_ directory: Directory) -> Int64 { clock.unixSeconds &+ directory.clockOffset }
}

/// A request that has identified its user and its client, and that nothing else refuses.
struct IdentifiedRequest {
    let user: User
    let clientID: String
    /// `token` for a grant, `authorize` for a sign-in, whose pages have other endpoints.
    let endpoint: Endpoint
}

/// Called in the transaction that writes tokens or a code, before it writes them: the error by which the request is
/// refused, or nil.
typealias IdentificationHook =
    @Sendable (IdentifiedRequest, RequestContext, any IdPTransaction) throws -> OAuthError?

/// The directory changed between the beginning of a request and its transaction: the request starts again.
struct StaleDirectory: Error {}
