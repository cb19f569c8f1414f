#if Server && LinuxTransport
import KeyfobBrokerCore
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// The broker's screen on a device: a call of the single sign-on extension is shown above the app that made it, which
/// the device has to allow first.
struct DeviceScreen: BrokerScreen {
    /// The call that this task handles; nil for a URL, which has brought the broker to the front.
    @TaskLocal static var call: Int64?

    let base: any BrokerScreen
    let device: DeviceConnection

    func open(_ occasion: WindowReason) async throws(AuthError) -> any BrokerScreenSession {
        if let call = Self.call {
            do throws(DeviceError) {
                try await device.showSignOn(call: call)
            } catch {
                throw AuthError(
                    error.code == .notInteractive ? .interactionRequired : .userAgentUnavailable, origin: .broker,
                    message: error.message, remedy: error.remedy, cause: error)
            }
        }
        return try await base.open(occasion)
    }
}
#endif
