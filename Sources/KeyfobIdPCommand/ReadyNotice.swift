import KeyfobCore

/// What a provider that answers in the place of Microsoft's cloud says about it.
struct StandInNotice {
    /// The port at which it answers.
    let port: Int
    /// The number of hosts.
    let hosts: Int
    /// The certificate authority.
    let caFile: String
    /// Whether the machine's hosts file leads the hosts here.
    let isInPlace: Bool

    /// The lines for a user.
    var lines: [String] {
        [
            "Stand-in: port \(port) answers as login.microsoftonline.com, graph.microsoft.com and \(hosts - 2) further "
                + "hosts of Microsoft's cloud",
            "  Its CA, for the clients of a test alone, in no trust store: \(caFile)",
            isInPlace
                ? "  \(HostsFile.path) leads these hosts here: every program of this machine sends its passwords and "
                    + "refresh tokens for Microsoft's cloud to this provider, if it trusts that CA, and fails if not."
                : "  \(HostsFile.path) does not lead these hosts here; 'keyfob idp hosts' prints the lines for a test's "
                    + "own hosts file.",
            "  To undo: \(HostsFile.undo)",
            "    and remove the CA wherever you have added it.",
        ]
    }
}

/// The notice that a provider prints when it serves requests.
struct ReadyNotice {
    let baseURL: String
    let port: Int
    /// The port on which the server requests certificates from browsers.
    let certificatePort: Int
    let directory: DataDirectory
    /// Whether the demonstration users, whose password is public, can sign in.
    let hasDemonstrationUsers: Bool
    /// What to say about the stand-in; nil if there is none.
    let standIn: StandInNotice?
    /// The address of the metrics; nil if they are not served.
    let metricsURL: String?

    /// The notice for a user: the address, who can sign in, and a first command to try.
    var text: String {
        var lines = ["Ready: \(baseURL)"]
        if hasDemonstrationUsers {
            lines += [
                "Its users are demonstration users: ada@contoso.test and grace@contoso.test, password Keyfob-demo-1.",
                "Try: keyfob login --client-id aaaaaaaa-0000-4000-8000-000000000001 "
                    + "--authority \(baseURL)/contoso.test --scope api://files/Files.Read "
                    + "--ca-file \(directory.caCertificate)",
            ]
        }
        lines += [
            "CA certificate for clients: \(directory.caCertificate)",
            "Sign-in by certificate: port \(certificatePort), for tenants that have configured it",
            "Admin API: \(baseURL)/_admin, bearer token in \(directory.adminToken)",
        ]
        if let metricsURL { lines.append("Metrics: \(metricsURL)") }
        lines += standIn?.lines ?? []
        return lines.joined(separator: "\n") + "\n"
    }

    /// The notice for a program: one line of JSON.
    var json: String {
        var value: [String: JSONValue] = [
            "base_url": .string(baseURL), "port": .integer(port), "certificate_port": .integer(certificatePort),
            "data": .string(directory.path),
            "ca_file": .string(directory.caCertificate), "admin_token_file": .string(directory.adminToken),
            "clock_offset_file": .string(directory.clockOffset),
        ]
        if let metricsURL { value["metrics_url"] = .string(metricsURL) }
        if let standIn {
            value["stand_in_port"] = .integer(standIn.port)
            value["stand_in_ca_file"] = .string(standIn.caFile)
        }
        return JSONValue.object(value).text() + "\n"
    }
}
