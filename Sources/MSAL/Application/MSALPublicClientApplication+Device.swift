import Foundation
import Synchronization

extension MSALPublicClientApplication {
    /// What is known of the device.
    ///
    /// - Parameters:
    ///   - parameters: where the completion block runs; nil for any queue.
    ///   - completionBlock: gets the information, or an error: internal code -42714 if
    ///     ``MSALGlobalConfig/brokerAvailability`` keeps brokers away, since only they know.
    #if canImport(ObjectiveC)
    @objc(getDeviceInformationWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func getDeviceInformation(
        with parameters: MSALParameters?,
        completionBlock: @escaping @Sendable (MSALDeviceInformation?, (any Error)?) -> Void
    ) {
        Answer.deliver(Result { try knownDevice() }, on: parameters?.completionBlockQueue, completionBlock)
    }

    /// What is known of the device.
    ///
    /// - Parameter parameters: not used.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42714, if
    ///   ``MSALGlobalConfig/brokerAvailability`` keeps brokers away.
    nonisolated(nonsending) public func deviceInformation(
        with parameters: MSALParameters?
    ) async throws -> MSALDeviceInformation { try knownDevice() }

    /// The device's registration in a tenant.
    ///
    /// - Parameters:
    ///   - parameters: where the completion block runs; nil for any queue.
    ///   - tenantId: the tenant; nil for the first registration.
    ///   - completionBlock: gets the registration, which is empty since Keyfob registers no devices yet.
    #if canImport(ObjectiveC)
    @objc(getWPJMetaDataDeviceWithParameters:forTenantId:completionBlock:)
    #endif
    @preconcurrency
    public func getWPJMetaDataDevice(
        with parameters: MSALParameters?, forTenantId tenantId: String?,
        completionBlock: @escaping @Sendable (MSALWPJMetaData?, (any Error)?) -> Void
    ) {
        Answer.deliver(.success(MSALWPJMetaData()), on: parameters?.completionBlockQueue, completionBlock)
    }

    /// A token for the registered device.
    ///
    /// - Parameters:
    ///   - parameters: what to ask for.
    ///   - completionBlock: gets an error, internal code -42714: no device is registered, and there is no broker.
    #if canImport(ObjectiveC)
    @objc(getDeviceTokenWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func getDeviceToken(
        with parameters: MSALDeviceTokenParameters,
        completionBlock: @escaping @Sendable (MSALDeviceTokenResult?, (any Error)?) -> Void
    ) { Answer.deliver(.failure(Self.noBroker), on: parameters.completionBlockQueue, completionBlock) }

    /// A token for a device that people share.
    ///
    /// - Parameters:
    ///   - resource: what the token is for.
    ///   - scopes: of the resource; nil for its default.
    ///   - completionBlock: gets an error, internal code -42714: no device is registered, and there is no broker.
    #if canImport(ObjectiveC)
    @objc(getDeviceTokenForSharedDeviceWithResource:scopes:completionBlock:)
    #endif
    @preconcurrency
    public func getDeviceTokenForSharedDevice(
        withResource resource: String, scopes: [String]?,
        completionBlock: @escaping @Sendable (MSALDeviceTokenResult?, (any Error)?) -> Void
    ) { Answer.deliver(.failure(Self.noBroker), on: nil, completionBlock) }

    private func knownDevice() throws -> MSALDeviceInformation {
        guard process.settings.withLock({ $0.brokerAvailability }) == .auto else {
            throw ErrorTranslation.error(
                .internalBrokerNotAvailable, "Brokers are kept away by MSALGlobalConfig.brokerAvailability.")
        }
        return MSALDeviceInformation()
    }

    private static var noBroker: NSError {
        ErrorTranslation.error(
            .internalBrokerNotAvailable,
            "A token for the device needs a registered device and a broker, which Keyfob does not have yet.")
    }
}
