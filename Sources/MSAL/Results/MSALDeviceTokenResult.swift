public import Foundation

/// A token for the registered device.
#if canImport(ObjectiveC)
@objc(MSALDeviceTokenResult)
@objcMembers
#endif
public final class MSALDeviceTokenResult: NSObject, Sendable {
    /// The token to send to the resource.
    public let accessToken: String
    /// What the broker says of the device, as it came.
    public let deviceInformation: String?
    /// When the token ceases to be valid.
    public let expiresOn: Date?
    /// The scopes that the token has.
    public let scopes: [String]
    /// Who issued it.
    public let authority: MSALAuthority?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - accessToken: the token.
    ///   - deviceInformation: what the broker says of the device.
    ///   - expiresOn: when the token ceases to be valid.
    ///   - scopes: those that it has.
    ///   - authority: who issued it.
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
