/// Whether an app asks a broker.
public enum BrokerUse: String, Sendable, Hashable, CaseIterable {
    /// If there is one that is new enough, and the app is set up for it (MSAL's `brokerAvailability` auto, ADAL's
    /// `AD_CREDENTIALS_AUTO`).
    case automatic
    /// Never: users sign in within the app, or in the system's browser.
    case never
}
