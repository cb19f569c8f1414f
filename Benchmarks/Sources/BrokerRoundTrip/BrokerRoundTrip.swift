import Foundation
import KeyfobDeviceClient

/// The parts of the broker's measurement, each a process of its own; `harness/broker.py` starts them.
///
/// `broker-round-trip app` and `echo` are apps on the device, driven by what its owner puts in. `drive SOCKET` puts the
/// same into many apps at once, as lines of its input say. `anchor-serve` and `anchor` speak with each other over
/// standard input, which is a UNIX socket then, with nothing of ours between them.
@main
struct BrokerRoundTrip {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        do {
            switch arguments.first {
            case "app": try await AskingApp(DeviceConnection()).run()
            case "echo": try await EchoingOwner(DeviceConnection()).run()
            case "drive" where arguments.count == 2: try await Driver(socket: arguments[1]).run()
            case "anchor-serve" where numbers.count == 2: try Anchor(request: numbers[0], reply: numbers[1]).serve()
            case "anchor" where numbers.count == 3:
                try Anchor(request: numbers[0], reply: numbers[1]).ask(rounds: numbers[2])
            default:
                fail(
                    "usage: broker-round-trip app|echo|drive SOCKET|anchor-serve REQUEST REPLY|anchor REQUEST REPLY N",
                    2)
            }
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
