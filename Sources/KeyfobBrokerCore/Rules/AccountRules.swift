import KeyfobBrokerProtocol
import KeyfobCore

/// The administrator's rules about which app may use which account, for the device's present registrations.
struct AccountRules: Sendable {
    let policy: ManagedPolicy
    let state: BrokerState

    /// Checks whether an app may see an account and sign a browser in to it.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ app: RequestingApp, caller: CallerIdentity?, _ account: VaultAccount) throws(AuthError) {
        try policy.check(
            app, caller: caller, account: account, isRegistered: state.registration(of: account) != nil)
    }

    /// Checks whether an app may have tokens for an account. A missing registration is no error for work and school
    /// accounts: a sign-in can still register the device in their tenant.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ order: BrokerTokenRequest, _ account: VaultAccount) throws(AuthError) {
        try policy.check(
            order.app, caller: order.caller, account: account,
            isRegistered: account.kind == .work || state.registration(of: account) != nil)
    }

    /// Returns whether a rule requires the device to be registered first, and a sign-in of this account can register
    /// it.
    func wantsRegistration(_ order: BrokerTokenRequest, _ account: VaultAccount) -> Bool {
        account.kind == .work && state.registration(of: account) == nil
            && policy.wantsRegisteredDevice(order.caller)
    }
}
