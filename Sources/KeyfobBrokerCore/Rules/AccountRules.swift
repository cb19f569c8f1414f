import KeyfobBrokerProtocol
import KeyfobCore

/// The administrator's rules about which app may use which account, as everything in the engine asks for them.
extension BrokerCore {
    /// Checks whether an app may be told of an account, and sign a browser in to it.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ app: RequestingApp, caller: CallerIdentity?, _ account: HeldAccount) throws(AuthError) {
        try configuration.policy.check(
            app, caller: caller, account: account, isRegistered: vault.state.registration(of: account) != nil)
    }

    /// Checks whether an app may have tokens for an account, but for a registration that a sign-in can still bring: only
    /// work and school accounts have a tenant to register the device in.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ order: TokenOrder, _ account: HeldAccount) throws(AuthError) {
        try configuration.policy.check(
            order.app, caller: order.caller, account: account,
            isRegistered: account.kind == .work || vault.state.registration(of: account) != nil)
    }

    /// Whether a rule wants the device to be registered first, and a sign-in of this account can do that.
    func wantsRegistration(_ order: TokenOrder, _ account: HeldAccount) -> Bool {
        account.kind == .work && vault.state.registration(of: account) == nil
            && configuration.policy.wantsRegisteredDevice(order.caller)
    }
}
