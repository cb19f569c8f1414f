public import KeyfobFlows
import KeyfobOAuth

/// How a broker is set up.
public struct BrokerConfiguration: Sendable {
    /// The client id under which it signs people in for itself.
    public var clientID = DeviceDialect.clientID
    /// Its redirect URI under that client id.
    public var redirectURI = "https://login.microsoftonline.com/common/oauth2/nativeclient"
    /// When the device is registered.
    public var registration = RegistrationMoment.atSignIn
    /// What is said about hosts that are not of a known cloud.
    public var trust = AuthorityTrust()
    /// What the administrator laid down.
    public var policy = ManagedPolicy()
    /// Whether the person is asked before an app uses an account for the first time. An app that the operating system
    /// vouches for may in any case have tokens in silence, if the identity provider gives them.
    public var asksBeforeFirstUse = true
    /// The device's name, as the organization sees it.
    public var deviceName = "Keyfob device"
    /// The device's kind, as the organization sees it.
    public var deviceType = "iOS"
    /// The version of the device's system.
    public var systemVersion = "26.0"
    /// Where devices are registered, by the host of the identity provider; for the public cloud it is
    /// `enterpriseregistration.windows.net`, and for a host that is not named here the host itself.
    public var registrationHosts: [String: String] = [:]
    /// The broker's version, as apps are told.
    public var version = "1.0"
    /// Seconds before its expiry at which a token counts as expired.
    public var expiryBuffer: Int64 = 300

    /// Makes the configuration of a broker that registers its device at the first sign-in and lets every app use it.
    public init() {}
}
