#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTelemetry

/// `keyfob-broker serve`: the command that the device starts.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Handle requests of the device's apps until the device ends this process.",
        discussion: """
            Finds the device by KEYFOB_DEVICE_SOCKET, and its settings in broker.json of its own bundle, which only the \
            device's owner can write; 'keyfob-broker bundle' writes them.
            """)

    @Option(help: "The settings' file, in place of broker.json in the bundle.", completion: .file())
    var config: String?

    @OptionGroup var log: LogOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let device: DeviceConnection
        do {
            device = try DeviceConnection(environment: environment)
        } catch {
            throw AuthError.configuration(error.message, remedy: error.remedy)
        }
        let file = config ?? device.identity.bundlePath + "/broker.json"
        let settings = try BrokerSettings.read(file, mayBeMissing: config == nil)
        let log = BrokerLog(log)
        let service = try BrokerService(settings, device: device, environment: environment, log: log)
        defer { log.flush() }
        try await service.run()
    }
}
#endif
