import Foundation
import KeyfobCore

/// A path below Graph's version, and its query.
struct GraphTarget {
    var path: String
    var query: [(name: String, value: String)]

    /// - Returns: nil if an escape is malformed.
    init?(_ path: String, query: String?) {
        guard let path = path.removingPercentEncoding else { return nil }
        self.path = path
        self.query = []
        for part in (query ?? "").split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = halves.map { $0.replacing("+", with: " ").removingPercentEncoding }
            guard let name = texts.first ?? nil else { return nil }
            guard let value = texts.count > 1 ? texts[1] : "" else { return nil }
            self.query.append((name, value))
        }
    }

    /// A target of one request of a batch: `/users?$top=1`, without the first slash, or with all that comes before it.
    init?(step url: String) {
        let url = url.firstRange(of: "/v1.0/").map { String(url[$0.upperBound...]) } ?? url
        let halves = url.split(separator: "?", maxSplits: 1).map(String.init)
        guard let path = halves.first else { return nil }
        self.init(path.hasPrefix("/") ? path : "/" + path, query: halves.count > 1 ? halves[1] : nil)
    }
}
