import KeyfobCore

/// The notice that a provider prints when it serves requests.
struct ReadyNotice {
    let baseURL: String
    let port: Int
    /// The port on which the server requests certificates from browsers.
    let certificatePort: Int
    let directory: DataDirectory
    /// Whether the demonstration users, whose password is public, can sign in.
    let hasDemonstrationUsers: Bool

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
        return lines.joined(separator: "\n") + "\n"
    }

    /// The notice for a program: one line of JSON.
    var json: String {
        let value: JSONValue = [
            "base_url": .string(baseURL), "port": .integer(port), "certificate_port": .integer(certificatePort),
            "data": .string(directory.path),
            "ca_file": .string(directory.caCertificate), "admin_token_file": .string(directory.adminToken),
            "clock_offset_file": .string(directory.clockOffset),
        ]
        return value.text() + "\n"
    }
}
