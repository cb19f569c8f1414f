import Foundation

/// The parameters of a request for a token for the registered device.
#if canImport(ObjectiveC)
@objc(MSALDeviceTokenParameters)
@objcMembers
#endif
open class MSALDeviceTokenParameters: MSALTokenParameters {
    /// The tenant that the device is registered in.
    open private(set) var tenantId: String?
    /// The resource that the token is for.
    open private(set) var resource: String

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - resource: the resource that the token is for.
    ///   - scopes: of the resource; nil for its default.
    ///   - tenantId: the tenant that the device is registered in.
    #if canImport(ObjectiveC)
    @objc(initWithResource:scopes:forTenantId:)
    #endif
    public init(resource: String, scopes: [String]?, forTenantId tenantId: String) {
        self.resource = resource
        self.tenantId = tenantId
        super.init(scopes: scopes ?? [])
    }
}
