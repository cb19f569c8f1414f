import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import Synchronization

extension MSALPublicClientApplication {
    func knownDevice() async throws -> MSALDeviceInformation {
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

    func registration(in tenant: String?) async throws -> MSALWPJMetaData {
        let known = try await brokerDeviceInfo().extra
        if let tenant, known[MSAL_PRIMARY_REGISTRATION_TENANT_ID]?.lowercased() != tenant.lowercased() {
            return MSALWPJMetaData()
        }
        return MSALWPJMetaData(extraDeviceInformation: known)
    }

    /// The device information that the broker returns.
    func brokerDeviceInfo() async throws -> BrokerDeviceInfo {
        do throws(AuthError) {
            return try await core.deviceInformation()
        } catch {
            throw ErrorTranslation.translate(error, during: .other)
        }
    }

    static var noBroker: NSError {
        ErrorTranslation.error(
            .internalBrokerNotAvailable,
            "No broker that Keyfob supports issues tokens for the device itself, without a user.")
    }
}
