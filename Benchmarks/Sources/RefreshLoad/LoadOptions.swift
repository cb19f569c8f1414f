import KeyfobCore

/// The command line of the load.
struct LoadOptions {
    static let usage = """
        usage: refresh-load --base URL --ca FILE --pid PID --seconds N --clients N[,N...] [--scopes all|msal|access] \
        [--tokens N] [--sign-ins N] [--tenant NAME]
        """

    /// The scopes that MSAL's libraries request: two signatures in a grant.
    static let asMSAL: ScopeSet = ["openid", "profile", "offline_access", "api://files/Files.Read"]

    let base: String
    let caFile: String
    let processID: Int
    let seconds: Int
    /// The numbers of clients that send at once, each over a connection of its own, one measurement after the other.
    let clients: [Int]
    /// The kinds of grant: the number of signatures, and the scopes.
    let kinds: [(signatures: Int, scopes: ScopeSet)]
    /// The number of tokens in the provider's database to draw from; nil if each client rotates its own.
    let tokens: Int?
    /// The number of sign-ins with a password, each in a new browser, that are measured first; 0 for none.
    let signIns: Int
    let tenant: String

    /// Nil if the arguments are invalid.
    init?(_ arguments: [String]) {
        guard arguments.count.isMultiple(of: 2) else { return nil }
        var options: [String: String] = [:]
        for index in stride(from: 0, to: arguments.count, by: 2) { options[arguments[index]] = arguments[index + 1] }
        func number(_ name: String) -> Int? { options[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
        guard let base = options["--base"], let caFile = options["--ca"], let processID = number("--pid"),
            let seconds = number("--seconds"), let list = options["--clients"]
        else { return nil }
        clients = list.split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
        guard !clients.isEmpty else { return nil }
        let accessOnly: ScopeSet = ["offline_access", "api://files/Files.Read"]
        switch options["--scopes"] ?? "all" {
        case "all": kinds = [(2, Self.asMSAL), (1, accessOnly)]
        case "msal": kinds = [(2, Self.asMSAL)]
        case "access": kinds = [(1, accessOnly)]
        default: return nil
        }
        tokens = number("--tokens")
        guard (tokens == nil) == (options["--tokens"] == nil) else { return nil }
        signIns = number("--sign-ins") ?? 0
        tenant = options["--tenant"] ?? "contoso.test"
        self.base = base
        self.caFile = caFile
        self.processID = processID
        self.seconds = seconds
    }
}
