package import KeyfobCore
import KeyfobIdPAdmin
package import KeyfobIdPCore
import KeyfobIdPGraph
package import KeyfobIdPModel
import KeyfobIdPPortal

extension IdentityProvider {
    /// The endpoints besides the protocol's. Every provider is made with them, so that `keyfob-idp` and the provider in
    /// memory serve the same addresses.
    private static let furtherRoutes =
        IntuneRoutes.rows + ResourceManagerRoutes.rows + FilesAPI.rows + UserFilesAPI.rows
        + GraphRoutes.rows + AdminRoutes.rows(defaultAPI: SeedData.filesAppID, platform: SeedData.platform)
        + PortalRoutes.rows(platform: SeedData.platform)

    /// Makes a provider with all its endpoints: the protocol's, Microsoft Graph, the admin API, the portal, the API
    /// Contoso Files and the stand-ins for Intune and Azure Resource Manager.
    ///
    /// - Parameters:
    ///   - configuration: the configuration.
    ///   - store: the store for all data.
    ///   - clock: the machine's time; the provider's own is ahead of it by the offset that the admin API sets.
    ///   - random: the source of codes, tokens and salts.
    ///   - clockMoved: called with the new offset in seconds when the admin API has moved the clock.
    ///   - observer: learns what happens, for the operator.
    package init(
        configuration: IdPConfiguration, store: any IdPStore, clock: any WallClock = SystemClock(),
        random: any RandomSource = SystemRandomSource(),
        clockMoved: @escaping @Sendable (Int64) throws -> Void = { _ in },
        observer: (any ProviderObserver)? = nil
    ) {
        self.init(
            configuration: configuration, store: store, clock: clock, random: random, clockMoved: clockMoved,
            observer: observer, serving: Self.furtherRoutes)
    }
}
