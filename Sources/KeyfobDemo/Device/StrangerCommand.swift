#if Server
import ArgumentParser
import KeyfobDeviceClient

/// `keyfob-demo stranger`: an app of the story that means harm.
struct StrangerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stranger", abstract: "Runs an app that wants what is not its own, on the device.",
        shouldDisplay: false)

    func run() async throws { try await Stranger(DeviceConnection()).run() }
}
#endif
