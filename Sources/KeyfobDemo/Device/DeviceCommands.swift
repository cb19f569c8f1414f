#if Server
import ArgumentParser
import Foundation
import KeyfobDeviceClient
import MSAL

/// `keyfob-demo device-app`: one app of the demo on the device, configured by its bundle.
struct DeviceAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-app", abstract: "Runs one app of the story on the device that has launched it.",
        shouldDisplay: false)

    func run() async throws {
        let device = try DeviceConnection()
        let ground = try AppGround(device)
        try await AppLoop(device).run(
            Self.face(ground), reporting: ground.reportedLifeCycle, handsOn: ground.configuration.handsOn)
    }

    private static func face(_ ground: AppGround) -> any DeviceFace {
        do {
            switch ground.configuration.face {
            case .keyfob: return try DeviceApp(ground)
            case .msal: return try MSALApp(ground)
            case .adal: return try ADALApp(ground)
            }
        } catch {
            let isOfMSAL = (error as NSError).domain == MSALErrorDomain
            return FailedApp(
                answer: isOfMSAL ? MSALApp.describe(error as NSError) : AppProcess.describe(error))
        }
    }
}

/// `keyfob-demo device-browser`: the device's browser, with the person at it.
struct DeviceBrowserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-browser", abstract: "Runs the browser of the device that has launched it.",
        shouldDisplay: false)

    func run() async throws {
        let device = try DeviceConnection()
        try await AppLoop(device).run(BrowserApp(device), reporting: nil)
    }
}

/// `keyfob-demo malicious-app`: a hostile app of the demo.
struct MaliciousAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "malicious-app", abstract: "Runs a hostile app on the device.",
        shouldDisplay: false)

    func run() async throws { try await MaliciousApp(DeviceConnection()).run() }
}
#endif
