#if Server
import ArgumentParser

/// Where the metrics are served: `PORT`, on loopback, or `HOST:PORT`.
struct MetricsAddress: ExpressibleByArgument {
    let host: String
    let port: Int

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":") else {
            self.init(host: "127.0.0.1", port: argument)
            return
        }
        var host = String(argument[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        self.init(host: host, port: String(argument[argument.index(after: colon)...]))
    }

    private init?(host: String, port: String) {
        guard !host.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
            (0...65_535).contains(number)
        else { return nil }
        self.host = host
        self.port = number
    }

    /// The URL of the metrics on the port that was taken.
    func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/metrics" }
}
#endif
