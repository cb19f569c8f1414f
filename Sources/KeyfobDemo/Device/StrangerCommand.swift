#if Server
import ArgumentParser
import KeyfobDeviceClient

/// `keyfob-demo stranger`: a hostile app of the story.
struct StrangerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stranger", abstract: "Runs a hostile app on the device.",
        shouldDisplay: false)

    func run() async throws { try await Stranger(DeviceConnection()).run() }
}
#endif
