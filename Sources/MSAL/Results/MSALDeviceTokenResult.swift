public import Foundation

/// A token for the registered device.
#if canImport(ObjectiveC)
@objc(MSALDeviceTokenResult)
@objcMembers
#endif
open class MSALDeviceTokenResult: NSObject, @unchecked Sendable {
    /// The token to send to the resource.
    open private(set) var accessToken: String
    /// The device information that the broker returned, unchanged.
    open private(set) var deviceInformation: String?
    /// The time at which the token expires.
    open private(set) var expiresOn: Date?
    /// The scopes that the token has.
    open private(set) var scopes: [String]
    /// The authority that issued it.
    open private(set) var authority: MSALAuthority?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - accessToken: the token.
    ///   - deviceInformation: the device information that the broker returned.
    ///   - expiresOn: the time at which the token expires.
    ///   - scopes: the scopes that it has.
    ///   - authority: the authority that issued it.
    #if canImport(ObjectiveC)
    @objc(initWithAccessToken:deviceInformation:expiresOn:scopes:authority:)
    #endif
    public init(
        accessToken: String, deviceInformation: String?, expiresOn: Date?, scopes: [String], authority: MSALAuthority?
    ) {
        self.accessToken = accessToken
        self.deviceInformation = deviceInformation
        self.expiresOn = expiresOn
        self.scopes = scopes
        self.authority = authority
    }
}
