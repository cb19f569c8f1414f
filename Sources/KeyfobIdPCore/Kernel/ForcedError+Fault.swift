package import KeyfobIdPModel
import KeyfobOAuth

extension ForcedError {
    /// The form of a fault on a command line.
    package static let faultForm = "ENDPOINT=FAULT[xCOUNT]"

    /// A description of the parts of that form.
    package static let faultHelp = """
        ENDPOINT is token, authorize, discovery, keys, files and so on. FAULT is an HTTP status (503), a status with \
        Retry-After in seconds (429/7), an error of the catalogue (AADSTS50076), late:MILLISECONDS, or drop, which \
        closes the connection without a response. COUNT is the number of requests, by default one: token=503x3.
        """

    /// The endpoints for which a fault can be set.
    package static var faultEndpoints: [String] {
        Endpoint.allCases.filter { $0 != .admin }.map(\.rawValue)
    }

    /// The error for a malformed fault.
    package struct MalformedForcedError: Error {}

    /// Reads a fault as written on a command line.
    ///
    /// - Throws: ``MalformedForcedError`` if it is malformed.
    package init(fault text: String) throws(MalformedForcedError) {
        let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2, let endpoint = Endpoint(rawValue: halves[0]), endpoint != .admin else {
            throw MalformedForcedError()
        }
        let parts = halves[1].split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let count = parts.count == 1 ? 1 : Int(parts[1]), (1...1_000_000).contains(count) else {
            throw MalformedForcedError()
        }
        self.init(endpoint: endpoint.rawValue, count: count, status: 503)
        let kind = parts[0]
        if kind == "drop" {
            drops = true
        } else if kind.hasPrefix("late:"), let delay = Int(kind.dropFirst(5)),
            (1...ProviderResponse.longestDelay).contains(delay)
        {
            self.delay = delay
            answersTruly = true
        } else if kind.hasPrefix("AADSTS"), let number = Int(kind.dropFirst(6)),
            let entry = ErrorCatalogue.entry(number)
        {
            self.number = number
            status = entry.status
        } else {
            let numbers = kind.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard let code = numbers.first ?? nil, (200...599).contains(code), numbers.count <= 2 else {
                throw MalformedForcedError()
            }
            status = code
            if numbers.count == 2 {
                guard let seconds = numbers[1], (0...86400).contains(seconds) else { throw MalformedForcedError() }
                retryAfter = seconds
            }
        }
    }
}
