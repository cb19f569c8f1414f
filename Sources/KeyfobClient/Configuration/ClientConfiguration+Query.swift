import KeyfobOAuth

extension ClientConfiguration {
    /// The query of token requests, without the app's parameters that would repeat or contradict the body.
    func tokenQuery(_ extra: [String: String]) -> FormParameters { query(extra).without(TokenRequest.names) }

    /// The query of requests to the service: its slice, and the app's parameters.
    func query(_ extra: [String: String]) -> FormParameters {
        var out = slice?.parameters ?? FormParameters()
        for (name, value) in extra.sorted(by: { $0.key < $1.key }) { out.set(name, value) }
        return out
    }
}
