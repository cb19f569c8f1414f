import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// What an administrator searches for in the sign-in log.
struct SignInFilter: Sendable {
    /// The result of an entry.
    enum Result: String, CaseIterable { case any = "", refused, accepted }

    /// The number of entries on a page.
    static let pageLength = 50
    /// The number of entries that one request reads at most: the log may be long, and the rest follows on the next page.
    static let mostRead = 20_000

    let tenant: Tenant
    let user: String
    /// The client ids that the typed text means; nil for any.
    let clients: Set<String>?
    let client: String
    let result: Result
    let correlation: String
    let from: Int64?
    let until: Int64?
    let before: Int64
    /// The client ids of the tenant's registrations, in lower case.
    private let own: Set<String>

    /// Reads the query.
    init(_ request: PortalRequest) {
        func text(_ name: String) -> String { (request.query[name] ?? "").trimmed }
        tenant = request.tenant
        own = Set(
            request.context.directory.applications.filter { [id = request.tenant.id] in $0.tenantID == id }
                .map { $0.appID.lowercased() })
        user = text("user")
        client = text("client")
        let wanted = text("client").lowercased()
        clients =
            wanted.isEmpty
            ? nil
            : Set(
                request.context.directory.applications(offeredTo: request.tenant)
                    .filter { $0.displayName.lowercased().contains(wanted) || $0.appID.lowercased() == wanted }
                    .map { $0.appID.lowercased() } + [wanted])
        result = Result(rawValue: text("result")) ?? .any
        correlation = text("correlation")
        from = Self.seconds(text("from"))
        until = Self.seconds(text("until"))
        before = Int64(text("before")) ?? .max
    }

    /// A time as a browser's field or a person writes it: `2026-11-26T10:00`, taken as UTC.
    static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty else { return nil }
        return GraphTime.seconds(text) ?? GraphTime.seconds(text + "Z") ?? GraphTime.seconds(text + ":00Z")
            ?? GraphTime.seconds(text + "T00:00:00Z")
    }

    /// Whether an entry fits.
    func fits(_ entry: SignInLogEntry) -> Bool {
        guard isOfTenant(entry) else { return false }
        if !user.isEmpty, entry.user?.lowercased().contains(user.lowercased()) != true { return false }
        if let clients, !(entry.clientID.map { clients.contains($0.lowercased()) } ?? false) { return false }
        if !correlation.isEmpty, entry.correlationID != correlation { return false }
        if let from, entry.time < from { return false }
        if let until, entry.time > until { return false }
        switch result {
        case .any: return true
        case .refused: return SignInText.isRefusal(entry)
        case .accepted: return !SignInText.isRefusal(entry)
        }
    }

    /// Whether an entry is of the tenant: what names no tenant is, if its user or client is of it.
    func isOfTenant(_ entry: SignInLogEntry) -> Bool {
        if let id = entry.tenantID { return id == tenant.id }
        guard let domain = entry.user?.split(separator: "@").last?.lowercased() else {
            return entry.clientID.map { own.contains($0.lowercased()) } ?? false
        }
        return tenant.domains.contains { $0.lowercased() == domain }
    }

    /// The filter as a query, with the place of the next page.
    func query(before: Int64) -> String {
        FormParameters(
            [
                ("user", user), ("client", client), ("result", result.rawValue), ("correlation", correlation),
                ("from", from.map(GraphTime.text) ?? ""), ("until", until.map(GraphTime.text) ?? ""),
                ("before", String(before)),
            ].filter { !$0.1.isEmpty }
        ).encoded
    }
}
