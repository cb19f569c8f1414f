package import KeyfobFlows
import KeyfobOAuth

/// The configuration of a broker.
package struct BrokerConfiguration: Sendable {
    /// The client id of the broker's own sign-ins.
    package var clientID = DeviceDialect.clientID
    /// Its redirect URI under that client id.
    package var redirectURI = "https://login.microsoftonline.com/common/oauth2/nativeclient"
    /// When the device is registered.
    package var registration = RegistrationMoment.atSignIn
    /// The settings for hosts that are not of a known cloud.
    package var trust = AuthorityTrust()
    /// The administrator's policy.
    package var policy = ManagedPolicy()
    /// Whether the user is asked before an app uses an account for the first time. If not, every app that the operating
    /// system has verified and a team has signed sees the accounts and gets tokens silently.
    package var asksBeforeFirstUse = true
    /// The device's name, as the organization sees it.
    package var deviceName = "Keyfob device"
    /// The device's kind, as the organization sees it.
    package var deviceType = "iOS"
    /// The version of the device's system.
    package var systemVersion = "26.0"
    /// The hosts that register devices, by the host of the identity provider. The default is
    /// `enterpriseregistration.windows.net` for the public cloud, and the provider's host for any other.
    package var registrationHosts: [String: String] = [:]
    /// The broker's version, as reported to apps.
    package var version = "1.0"
    /// Seconds before its expiry at which a token counts as expired.
    package var expiryBuffer: Int64 = 300

    /// Makes the configuration of a broker that registers its device at the first sign-in and lets every app use it.
    package init() {}
}

/// The moments at which the broker can register its device.
package enum RegistrationMoment: String, Sendable, Hashable, CaseIterable {
    /// As soon as a work or school account signs in.
    case atSignIn = "at_sign_in"
    /// Only when a policy requires a registered device.
    case whenRequired = "when_required"
}
