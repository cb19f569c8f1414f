import Foundation
import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    /// Information about the device.
    ///
    /// - Parameters:
    ///   - parameters: the queue of the completion block; nil for any queue.
    ///   - completionBlock: gets the information, or an error: internal code -42714 if
    ///     ``MSALGlobalConfig/brokerAvailability`` disables brokers, since only they have it.
    #if canImport(ObjectiveC)
    @objc(getDeviceInformationWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func getDeviceInformation(
        with parameters: MSALParameters?,
        completionBlock: @escaping @Sendable (MSALDeviceInformation?, (any Error)?) -> Void
    ) {
        Completion.run(on: parameters?.completionBlockQueue, completionBlock) { try await self.knownDevice() }
    }

    /// Information about the device.
    ///
    /// - Parameter parameters: not used.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42714, if ``MSALGlobalConfig/brokerAvailability``
    ///   disables brokers.
    nonisolated(nonsending) public func deviceInformation(
        with parameters: MSALParameters?
    ) async throws -> MSALDeviceInformation { try await knownDevice() }

    /// The device's registration in a tenant.
    ///
    /// - Parameters:
    ///   - parameters: the queue of the completion block; nil for any queue.
    ///   - tenantId: the tenant; nil for the first registration.
    ///   - completionBlock: gets the registration that the broker returned; it is empty if the device is not registered
    ///     in that tenant, or there is no broker.
    #if canImport(ObjectiveC)
    @objc(getWPJMetaDataDeviceWithParameters:forTenantId:completionBlock:)
    #endif
    @preconcurrency
    public func getWPJMetaDataDevice(
        with parameters: MSALParameters?, forTenantId tenantId: String?,
        completionBlock: @escaping @Sendable (MSALWPJMetaData?, (any Error)?) -> Void
    ) {
        Completion.run(on: parameters?.completionBlockQueue, completionBlock) {
            try await self.registration(in: tenantId)
        }
    }

    /// A token for the registered device.
    ///
    /// - Parameters:
    ///   - parameters: the request.
    ///   - completionBlock: gets an error, internal code -42714: no broker that Keyfob supports issues such tokens.
    #if canImport(ObjectiveC)
    @objc(getDeviceTokenWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func getDeviceToken(
        with parameters: MSALDeviceTokenParameters,
        completionBlock: @escaping @Sendable (MSALDeviceTokenResult?, (any Error)?) -> Void
    ) { Completion.deliver(.failure(Self.noBroker), on: parameters.completionBlockQueue, completionBlock) }

    /// A token for a device in shared device mode.
    ///
    /// - Parameters:
    ///   - resource: the resource that the token is for.
    ///   - scopes: of the resource; nil for its default.
    ///   - completionBlock: gets an error, internal code -42714: no broker that Keyfob supports issues such tokens.
    #if canImport(ObjectiveC)
    @objc(getDeviceTokenForSharedDeviceWithResource:scopes:completionBlock:)
    #endif
    @preconcurrency
    public func getDeviceTokenForSharedDevice(
        withResource resource: String, scopes: [String]?,
        completionBlock: @escaping @Sendable (MSALDeviceTokenResult?, (any Error)?) -> Void
    ) { Completion.deliver(.failure(Self.noBroker), on: nil, completionBlock) }

    private func knownDevice() async throws -> MSALDeviceInformation {
        guard process.wantsBrokers else {
            throw ErrorTranslation.error(
                .internalBrokerNotAvailable, "Brokers are disabled by MSALGlobalConfig.brokerAvailability.")
        }
        let hasExtension = await core.hasSingleSignOnExtension()
        let info = try await brokerDeviceInfo()
        return MSALDeviceInformation(
            deviceMode: info.isShared ? .shared : .default,
            configuredPreferredAuthMethod: info.preferredAuthMethod?.lowercased() == "qrpin" ? .QRPIN : .none,
            hasAADSSOExtension: hasExtension, extraDeviceInformation: info.extra)
    }

    private func registration(in tenant: String?) async throws -> MSALWPJMetaData {
        let known = try await brokerDeviceInfo().extra
        if let tenant, known[MSAL_PRIMARY_REGISTRATION_TENANT_ID]?.lowercased() != tenant.lowercased() {
            return MSALWPJMetaData()
        }
        return MSALWPJMetaData(extraDeviceInformation: known)
    }

    /// The device information that the broker returns.
    private func brokerDeviceInfo() async throws -> BrokerDeviceInfo {
        do throws(AuthError) {
            return try await core.deviceInformation()
        } catch {
            throw ErrorTranslation.translate(error, during: .other)
        }
    }

    private static var noBroker: NSError {
        ErrorTranslation.error(
            .internalBrokerNotAvailable,
            "No broker that Keyfob supports issues tokens for the device itself, without a user.")
    }
}
