import Foundation
package import KeyfobCore

/// Where a database is, and how the connection to it is protected. It never contains a password.
package struct PostgreSQLAddress: Sendable, Hashable {
    /// The parameters of the connection, by libpq's names.
    package let parameters: [String: String]
    /// Whether the server is on this machine: at a UNIX socket or a loopback address.
    package let isLocal: Bool

    /// Reads an address of the form `postgresql://user@host:port/database?sslmode=verify-full`; without a host it is
    /// the server's socket on this machine.
    ///
    /// The default of `sslmode` is `verify-full`, and `prefer` for a server on this machine.
    ///
    /// - Parameters:
    ///   - text: the address.
    ///   - environment: the process's environment: `PGHOST`, `PGHOSTADDR` and `PGSERVICE` change which server is meant.
    /// - Throws: ``AuthError`` with code `configuration` if it is not of that form, or contains a password.
    package init(_ text: String, environment: [String: String]) throws(AuthError) {
        let (rest, query) = try Self.parts(of: text)
        var parameters = try Self.parameters(query)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        try Self.readServer(rest[..<slash], into: &parameters)
        let database = try Self.decoded(rest[slash...].dropFirst())
        if !database.isEmpty { parameters["dbname"] = database }
        let hosts = parameters["host"] ?? environment["PGHOST"] ?? ""
        let addresses = parameters["hostaddr"] ?? environment["PGHOSTADDR"] ?? ""
        isLocal =
            (hosts + "," + addresses).split(separator: ",").allSatisfy(Self.isLocal)
            && environment["PGSERVICE"] == nil
        if parameters["sslmode"] == nil { parameters["sslmode"] = isLocal ? "prefer" : "verify-full" }
        self.parameters = parameters
    }

    /// Whether a text is meant as an address of a database, and not as a path.
    package static func isAddress(_ text: String) -> Bool { schemes.contains { text.hasPrefix($0) } }

    private static let schemes = ["postgresql://", "postgres://"]

    /// What an address may set. A password is not among them: the arguments of a process are visible to every user of
    /// the machine.
    private static let names: Set<String> = [
        "application_name", "channel_binding", "connect_timeout", "dbname", "gssencmode", "host", "hostaddr",
        "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval", "krbsrvname", "passfile", "port",
        "require_auth", "requirepeer", "ssl_max_protocol_version", "ssl_min_protocol_version", "sslcert", "sslcrl",
        "sslcrldir", "sslkey", "sslmode", "sslrootcert", "sslsni", "target_session_attrs", "tcp_user_timeout", "user",
    ]

    private static func parts(of text: String) throws(AuthError) -> (rest: Substring, query: Substring) {
        guard let scheme = schemes.first(where: { text.hasPrefix($0) }), !text.contains("#"), !text.contains("\0")
        else {
            throw invalid("It begins with postgresql:// and has no fragment.")
        }
        let rest = text.dropFirst(scheme.count)
        guard let mark = rest.firstIndex(of: "?") else { return (rest, "") }
        return (rest[..<mark], rest[mark...].dropFirst())
    }

    private static func parameters(_ query: Substring) throws(AuthError) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let mark = pair.firstIndex(of: "=") ?? pair.endIndex
            let name = try decoded(pair[..<mark])
            guard name != "password", name != "sslpassword" else { throw password() }
            // The name is not repeated in the error: a mistake could put a password there.
            guard names.contains(name), mark < pair.endIndex, parameters[name] == nil else {
                throw invalid(
                    "Its parameters are of the form name=value, each once: \(names.sorted().joined(separator: ", ")).")
            }
            parameters[name] = try decoded(pair[mark...].dropFirst())
        }
        return parameters
    }

    private static func readServer(_ text: Substring, into parameters: inout [String: String]) throws(AuthError) {
        var hosts = text
        if let at = text.lastIndex(of: "@") {
            guard !text[..<at].contains(":") else { throw password() }
            parameters["user"] = try decoded(text[..<at])
            hosts = text[at...].dropFirst()
        }
        guard !hosts.isEmpty else { return }
        guard parameters["host"] == nil, parameters["port"] == nil else {
            throw invalid("The host and the port are there twice.")
        }
        var names: [String] = []
        var ports: [String] = []
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            let (name, port) = try split(host)
            names.append(name)
            ports.append(port)
        }
        parameters["host"] = names.joined(separator: ",")
        if ports.contains(where: { !$0.isEmpty }) { parameters["port"] = ports.joined(separator: ",") }
    }

    /// A host, with brackets if it is an IPv6 address, and the port.
    private static func split(_ host: Substring) throws(AuthError) -> (name: String, port: String) {
        var name = host
        var port: Substring = ""
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            name = host[..<end].dropFirst()
            port = host[end...].dropFirst()
            guard port.isEmpty || port.hasPrefix(":") else { throw invalid("An IPv6 address ends with ].") }
        } else if let colon = host.firstIndex(of: ":") {
            name = host[..<colon]
            port = host[colon...]
        }
        port = port.dropFirst()
        guard port.isEmpty || UInt16(port) != nil else { throw invalid("A port is a number up to 65535.") }
        return (try decoded(name), String(port))
    }

    private static func decoded(_ text: Substring) throws(AuthError) -> String {
        guard let plain = String(text).removingPercentEncoding, !plain.contains("\0") else {
            throw invalid("A % is followed by two hexadecimal digits, and they make UTF-8.")
        }
        return plain
    }

    private static func isLocal(_ host: Substring) -> Bool {
        if host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func invalid(_ reason: String) -> AuthError {
        .configuration(
            "The address of the database cannot be used. \(reason)",
            remedy: "Write it as postgresql://user@host:5432/database, or postgresql:///database for this machine.")
    }

    private static func password() -> AuthError {
        .configuration(
            "The address of the database contains a password, which every user of this machine can read there.",
            remedy: "Leave it out, and set PGPASSWORD, or put it into ~/.pgpass or a file that passfile= names.")
    }
}

extension PostgreSQLAddress: CustomStringConvertible {
    /// The server and the database, for messages.
    package var description: String {
        let hosts = parameters["host"] ?? ""
        let port = parameters["port"].map { ":\($0)" } ?? ""
        return "postgresql://\(hosts)\(port)/\(parameters["dbname"] ?? "")"
    }
}
