#if Server
import ArgumentParser
import KeyfobDeviceClient

/// `keyfob-demo device-browser`: the device's browser, with the person at it.
struct DeviceBrowserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-browser", abstract: "Runs the browser of the device that has launched it.",
        shouldDisplay: false)

    func run() async throws {
        let device = try DeviceConnection()
        try await AppLoop(device).run(BrowserApp(device), telling: nil)
    }
}
#endif
