#if Server
import ArgumentParser
import KeyfobDeviceClient

/// `keyfob-demo device-app`: one app of the story that lives on the device; its bundle says which.
struct DeviceAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-app", abstract: "Runs one app of the story on the device that has launched it.")

    func run() async throws {
        let app = try DeviceApp(DeviceConnection())
        try await app.run()
    }
}
#endif
