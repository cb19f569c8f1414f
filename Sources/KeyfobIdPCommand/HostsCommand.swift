#if Server
import ArgumentParser

/// `keyfob-idp hosts`: prints the lines that lead Microsoft's hosts to this machine.
struct HostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts", abstract: "Prints the lines of a hosts file for 'serve --stand-in'.",
        discussion: """
            It changes nothing. With these lines in \(HostsFile.path), every program of this machine reaches the \
            provider in place of Microsoft's cloud, and cannot reach that cloud. Prefer a private network, whose \
            hosts file is its own. To remove the lines: \(HostsFile.undo)
            """)

    func run() throws {
        let lines = HostsFile.lines(
            for: StandInService.hosts, certificateHost: StandInService.certificateHost)
        ProviderOutput.answer(lines.joined(separator: "\n") + "\n")
    }
}
#endif
