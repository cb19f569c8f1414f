import Foundation
import KeyfobCore

/// The lines of the machine's hosts file that lead Microsoft's hosts to this machine. The command prints them, and never
/// writes the file.
enum HostsFile {
    /// The end of each line, by which it is found again.
    static let mark = "# keyfob stand-in"
    /// The machine's hosts file.
    static let path = "/etc/hosts"
    /// The address of the host that requests certificates. On the same port as the others it needs an address of its
    /// own; on Linux every address that begins with 127 is this machine.
    static let certificateAddress = "127.0.0.2"
    /// The command that removes the lines.
    static let undo = "sudo sed -i '/\(mark)$/d' \(path)"

    /// The lines for some hosts.
    ///
    /// - Parameters:
    ///   - hosts: the hosts.
    ///   - certificateHost: the one of them that requests certificates.
    static func lines(for hosts: [String], certificateHost: String) -> [String] {
        hosts.flatMap { host in
            (host == certificateHost ? [certificateAddress] : ["127.0.0.1", "::1"]).map { "\($0) \(host) \(mark)" }
        }
    }

    /// Whether the machine's hosts file contains such lines. A file that cannot be read is as one without them.
    static var isInPlace: Bool {
        guard let file = FileManager.default.contents(atPath: path) else { return false }
        return String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            line.hasSuffix(mark) && !line.hasPrefix("#")
        }
    }

    /// What the lines do to the machine as long as they are there.
    static let warning =
        "\(path) has lines of the stand-in. As long as they are there, programs of this machine cannot reach "
        + "Microsoft's sign-in, Graph and Azure. To remove them: \(undo)\n"
}
