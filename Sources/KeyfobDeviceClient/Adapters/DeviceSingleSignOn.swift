public import KeyfobBrokerClient
import KeyfobDeviceProtocol

/// The device's single sign-on extension: the switchboard relays requests to the app that owns it, and adds the caller.
public struct DeviceSingleSignOn: SingleSignOnExtension {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Returns whether an installed app claims the provider's host.
    public func isAvailable(for url: String) async -> Bool {
        do throws(DeviceFault) { return try await connection.canSignOn(provider: url) } catch { return false }
    }

    /// Sends a request to the extension.
    package func perform(
        _ operation: String, options: [String: String], at url: String, mayAskPerson: Bool
    ) async throws(SingleSignOnFailure) -> [String: String] {
        do throws(DeviceFault) {
            return try await connection.signOn(
                SingleSignOnRequest(
                    provider: url, operation: operation, options: options, isUserInterfaceEnabled: mayAskPerson))
        } catch {
            throw Self.failure(error)
        }
    }

    /// Returns the failure on iOS for a fault of the device's.
    static func failure(_ fault: DeviceFault) -> SingleSignOnFailure {
        switch fault.code {
        case .notFound: .notHandled
        case .cancelled: .canceled
        case .notInteractive: .needsPerson
        case .timedOut: .timedOut
        default: .failed
        }
    }
}
