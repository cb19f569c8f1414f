public import Foundation

/// Information about the device's registration in one tenant.
#if canImport(ObjectiveC)
@objc(MSALWPJMetaData)
@objcMembers
#endif
open class MSALWPJMetaData: NSObject, @unchecked Sendable {
    private let registration: [String: String]
    /// The registration, by the keys `MSAL_PRIMARY_REGISTRATION_...`; empty if the device is not registered there.
    open var extraDeviceInformation: [AnyHashable: Any] { registration }

    /// Makes information, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameter extraDeviceInformation: the registration.
    public init(extraDeviceInformation: [String: String] = [:]) { registration = extraDeviceInformation }
}
