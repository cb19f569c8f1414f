#if Server && LinuxTransport
import ArgumentParser
import KeyfobCommandLine
import KeyfobCore

/// `keyfob-broker`: the broker as an app of the device.
@main
struct KeyfobBrokerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob-broker",
        abstract: "The broker: it signs users in for every app of the device, whatever its vendor.",
        discussion: """
            'keyfob-broker bundle' writes a bundle that 'keyfob-device install' takes; the device starts 'serve' itself.
            The broker's data is in 'broker' under its own KEYFOB_HOME, sealed.
            Exit codes: 0 done, 1 failed, 2 wrong use, 4 configuration error or locked store.
            """,
        version: KeyfobRelease.line(of: "keyfob-broker"),
        subcommands: [ServeCommand.self, AccountsCommand.self, BundleCommand.self, CertificateCommand.self])

    static func main() async { await CommandTool.main(Self.self) }
}
#else
import Foundation

@main
struct KeyfobBrokerProgram {
    static func main() {
        print("keyfob-broker was built without the package traits Server and LinuxTransport. Build it with: make build")
        exit(4)
    }
}
#endif
