public import Foundation

/// The key in ``MSALDeviceInformation/extraDeviceInformation`` of the registered user's name.
public let MSAL_PRIMARY_REGISTRATION_UPN = "primary_registration_metadata_upn"
/// The key in ``MSALDeviceInformation/extraDeviceInformation`` of the device's id.
public let MSAL_PRIMARY_REGISTRATION_DEVICE_ID = "primary_registration_metadata_device_id"
/// The key in ``MSALDeviceInformation/extraDeviceInformation`` of the tenant that the device is registered in.
public let MSAL_PRIMARY_REGISTRATION_TENANT_ID = "primary_registration_metadata_tenant_id"
/// The key in ``MSALDeviceInformation/extraDeviceInformation`` of the cloud that the device is registered in.
public let MSAL_PRIMARY_REGISTRATION_CLOUD = "primary_registration_metadata_cloud_host"
/// The key in ``MSALDeviceInformation/extraDeviceInformation`` of the device certificate's thumbprint.
public let MSAL_PRIMARY_REGISTRATION_CERTIFICATE_THUMBPRINT =
    "primary_registration_metadata_certificate_thumbprint"

/// Information about the device.
#if canImport(ObjectiveC)
@objc(MSALDeviceInformation)
@objcMembers
#endif
open class MSALDeviceInformation: NSObject, @unchecked Sendable {
    private let registration: [String: String]
    /// Whether the device is shared.
    open private(set) var deviceMode: MSALDeviceMode
    /// The authentication method that the device's administrator prefers.
    open private(set) var configuredPreferredAuthMethod: MSALPreferredAuthMethod
    /// Whether there is an SSO extension.
    open private(set) var hasAADSSOExtension: Bool
    /// The device's registration, by the keys `MSAL_PRIMARY_REGISTRATION_...`; empty if it is not registered.
    open var extraDeviceInformation: [AnyHashable: Any] { registration }
    #if os(macOS)
    /// The state of platform SSO.
    open private(set) var platformSSOStatus: MSALPlatformSSOStatus
    #endif

    /// Makes information, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameters:
    ///   - deviceMode: whether the device is shared.
    ///   - configuredPreferredAuthMethod: the administrator's preference.
    ///   - hasAADSSOExtension: whether there is an SSO extension.
    ///   - extraDeviceInformation: the registration.
    public init(
        deviceMode: MSALDeviceMode = .default, configuredPreferredAuthMethod: MSALPreferredAuthMethod = .none,
        hasAADSSOExtension: Bool = false, extraDeviceInformation: [String: String] = [:]
    ) {
        self.deviceMode = deviceMode
        self.configuredPreferredAuthMethod = configuredPreferredAuthMethod
        self.hasAADSSOExtension = hasAADSSOExtension
        registration = extraDeviceInformation
        #if os(macOS)
        platformSSOStatus = .notEnabled
        #endif
    }
}

/// Whether a device has one user.
#if canImport(ObjectiveC)
@objc(MSALDeviceMode)
#endif
public enum MSALDeviceMode: UInt, Sendable {
    /// The device has one user, or its mode is unknown.
    case `default`
    /// Users share the device, one after the other.
    case shared
}

/// The state of macOS's platform SSO.
#if canImport(ObjectiveC)
@objc(MSALPlatformSSOStatus)
#endif
public enum MSALPlatformSSOStatus: UInt, Sendable {
    /// It is off.
    #if canImport(ObjectiveC)
    @objc(MSALPlatformSSONotEnabled)
    #endif
    case notEnabled
    /// It is on, and the device is not registered.
    #if canImport(ObjectiveC)
    @objc(MSALPlatformSSOEnabledNotRegistered)
    #endif
    case enabledNotRegistered
    /// It is on, and the device is registered.
    #if canImport(ObjectiveC)
    @objc(MSALPlatformSSOEnabledAndRegistered)
    #endif
    case enabledAndRegistered
    /// The registration is damaged.
    #if canImport(ObjectiveC)
    @objc(MSALPlatformSSORegistrationNeedsRepair)
    #endif
    case registrationNeedsRepair
}

/// The authentication method that the page shall offer first.
#if canImport(ObjectiveC)
@objc(MSALPreferredAuthMethod)
#endif
public enum MSALPreferredAuthMethod: UInt, Sendable {
    /// The identity provider decides.
    case none
    /// A QR code and a PIN (`pc=18`).
    case QRPIN
}
