import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// An app for tests on the device, honest or not: performs its driver's inputs, and records all that it receives.
@main
struct KeyfobDeviceProbe {
    static func main() async {
        // A process that the app has started itself, to see which app the device takes it for.
        switch CommandLine.arguments.dropFirst().first {
        case "connect": return Hostile.printIdentity { () throws(DeviceError) in try DeviceConnection() }
        case "shoot": return Programs.shoot()
        // With a connection that another process has made.
        case "speak":
            return Hostile.printIdentity { () throws(DeviceError) in try DeviceConnection(descriptor: STDIN_FILENO) }
        default: break
        }
        do {
            let device = try DeviceConnection()
            let events = device.events()
            let probe = Probe(device: device)
            try await device.ready()
            await withDiscardingTaskGroup { group in
                for await event in events { group.addTask { await probe.receive(event) } }
            }
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
