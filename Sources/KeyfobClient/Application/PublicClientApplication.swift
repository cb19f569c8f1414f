import KeyfobFlows

/// A public client (RFC 6749 section 2.1): the object through which an app gets tokens for its users.
///
/// One instance serves many accounts, tenants and clouds, from any task or thread. It keeps no credentials itself;
/// everything is in the store that the apps of a suite share.
///
/// ```swift
/// let accounts = try application.accounts()
/// if let account = accounts.first {
///     let result = try await application.acquireTokenSilent(SilentParameters(scopes: scopes, account: account))
/// }
/// ```
public final class PublicClientApplication: Sendable {
    /// The app's registration and settings.
    public let configuration: ClientConfiguration
    let accountList: AccountList
    let deviceAccounts: DeviceAccounts
    let silentFlow: SilentFlow
    let sharedRefreshes: SharedRefreshes
    let interactiveFlow: InteractiveFlow
    let deviceCodeSignIn: DeviceCodeSignIn
    let signOutFlow: SignOutFlow
    let brokerRouting: BrokerRouting
    let brokerSignIn: BrokerSignIn
    let resourceCalls: ResourceCalls

    /// Makes an application.
    ///
    /// - Parameters:
    ///   - configuration: the app's registration and settings.
    ///   - environment: the ports that it uses.
    public init(configuration: ClientConfiguration, environment: ClientEnvironment) {
        self.configuration = configuration
        let context = ClientContext(configuration, environment)
        let clientStore = ClientStore(context: context)
        let migration = ADALMigration(context: context, clientStore: clientStore)
        let external = ExternalAccounts(context: context, clientStore: clientStore)
        let throttle = Throttle(
            sparesFailing: SilentPolicy.msal.memory == .failures, shared: environment.serverWaits)
        let telemetry = CallTelemetry(context: context)
        let keys = ProofKeys(context)
        let signInIntake = SignInResultHandler(
            context: context, clientStore: clientStore, migration: migration, external: external, throttle: throttle)
        accountList = AccountList(
            context: context, clientStore: clientStore, migration: migration, external: external)
        brokerRouting = BrokerRouting(context: context)
        let intake = BrokerResultHandler(
            context: context, clientStore: clientStore, external: external, throttle: throttle)
        let singleSignOn = BrokerSingleSignOn(context: context, routing: brokerRouting, intake: intake)
        brokerSignIn = BrokerSignIn(
            context: context, clientStore: clientStore, routing: brokerRouting, singleSignOn: singleSignOn,
            intake: intake)
        deviceAccounts = DeviceAccounts(
            context: context, clientStore: clientStore, accountList: accountList, routing: brokerRouting)
        let reader = SilentReader(
            context: context, clientStore: clientStore, accountList: accountList, migration: migration)
        sharedRefreshes = SharedRefreshes(
            context: context, reader: reader, broker: singleSignOn, telemetry: telemetry, throttle: throttle)
        silentFlow = SilentFlow(
            context: context, reader: reader, shared: sharedRefreshes, routing: brokerRouting, telemetry: telemetry,
            keys: keys)
        interactiveFlow = InteractiveFlow(
            context: context, clientStore: clientStore, accountList: accountList, broker: brokerSignIn,
            telemetry: telemetry, keys: keys, intake: signInIntake)
        deviceCodeSignIn = DeviceCodeSignIn(context: context, telemetry: telemetry, keys: keys, intake: signInIntake)
        signOutFlow = SignOutFlow(
            context: context, accountList: accountList, deviceAccounts: deviceAccounts, telemetry: telemetry)
        resourceCalls = ResourceCalls(context: context, silentFlow: silentFlow)
    }
}
