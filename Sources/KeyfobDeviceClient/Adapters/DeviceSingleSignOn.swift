public import KeyfobBrokerClient
import KeyfobDeviceProtocol

/// The device's single sign-on extension: the switchboard relays requests to the app that owns it, and adds the caller.
public struct DeviceSingleSignOn: SingleSignOnExtension {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Returns whether an installed app claims the provider's host.
    public func isAvailable(for url: String) async -> Bool {
        do throws(DeviceError) { return try await connection.canSignOn(provider: url) } catch { return false }
    }

    /// Sends a request to the extension.
    package func perform(
        _ operation: String, options: [String: String], at url: String, mayInteract: Bool
    ) async throws(SingleSignOnError) -> [String: String] {
        do throws(DeviceError) {
            return try await connection.signOn(
                DeviceSingleSignOnRequest(
                    provider: url, operation: operation, options: options, isUserInterfaceEnabled: mayInteract))
        } catch {
            throw Self.failure(error)
        }
    }

    /// Returns the failure on iOS for an error of the device's.
    static func failure(_ fault: DeviceError) -> SingleSignOnError {
        switch fault.code {
        case .notFound: .notHandled
        case .cancelled: .canceled
        case .notInteractive: .interactionRequired
        case .timedOut: .timedOut
        default: .failed
        }
    }
}
