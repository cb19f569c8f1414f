import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The sign-in log: the list with its filters, and each entry with the decisions of the policies.
enum SignInPages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let filter = SignInFilter(request)
        let (entries, next) = try await found(filter, request)
        let rows: [[HTML]] = entries.map { entry in
            let isRefusal = SignInText.isRefusal(entry)
            let code = entry.errorCode.map { " AADSTS\($0)" } ?? ""
            return [
                "<a href=\"\(exactly: address(entry))\">\(HTML.time(entry.time))</a>",
                .text(entry.user ?? "unknown"), .text(client(entry, request)),
                "<span class=\"\(isRefusal ? "problem" : "")\">\(SignInText.event(entry))\(code)</span>",
            ]
        }
        let more: HTML? = next.map { before in
            "<p>\(HTML.link("/portal/sign-ins?\(filter.query(before: before))", "Earlier entries"))</p>\n"
        }
        return PortalPage(
            id: "sign-ins", title: "Sign-in log", section: .signIns,
            content: """
                \(form(filter))\(PortalTable(
                    caption: "\(entries.count) entries, the latest first", columns: ["Time (UTC)", "User", "Client", "Event"],
                    rows: rows, empty: next == nil ? "No entry fits." : "No entry fits among those that were read.").html)\(more)
                """
        ).response(request)
    }

    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        guard let sequence = Int64(request.id), sequence > 0 else { throw missing }
        let filter = SignInFilter(request)
        let found = try await request.read { try $0.signIns(after: sequence - 1, limit: 1).first }
        guard let entry = found, entry.sequence == sequence, filter.isOfTenant(entry) else { throw missing }
        let error: HTML? = entry.errorCode.map { number in
            "<h2>What happened</h2>\n\(SignInErrorText(number: number, message: SignInText.detail(entry)).html)"
        }
        // One sign-in has several entries: the policies' decisions may be in another one.
        let related = try await related(to: entry, filter, request)
        let judged = entry.policies ?? related.last { $0.policies != nil }?.policies
        let same = FormParameters([("correlation", entry.correlationID ?? "")]).encoded
        return PortalPage(
            id: "sign-in-entry", title: "Sign-in: \(SignInText.event(entry))", section: .signIns,
            content: """
                \(error)\(policies(judged))<h2>Details</h2>
                \(HTML.facts([
                    ("Time (UTC)", .time(entry.time)), ("User", entry.user.map(HTML.text)),
                    ("Client", .text(client(entry, request))), ("Client id", entry.clientID.map(HTML.text)),
                    ("API", entry.resource.map(HTML.text)),
                    ("Scopes", entry.scopes.isEmpty ? nil : .text(entry.scopes.joined(separator: " "))),
                    ("Redirect URI", entry.redirectURI.map(HTML.text)),
                    ("Device", entry.deviceID.map { .link(HTML.address("devices", $0), $0) }),
                    ("App of the broker's request", entry.callerBundleID.map(HTML.text)),
                    ("Detail", SignInText.detail(entry).map(HTML.text)),
                    ("Correlation id", entry.correlationID.map(HTML.text)),
                ]))<h2>The same request</h2>
                <ul class="plain-list">
                \(related.map { "<li>\(HTML.link(address($0), SignInText.event($0)))</li>\n" as HTML })</ul>
                <p>\(HTML.link("/portal/sign-ins?\(same)", "All entries of this correlation id"))</p>
                """
        ).response(request)
    }

    private static var missing: DirectoryError { .notFound("The log of this directory has no such entry.") }

    private static func address(_ entry: SignInLogEntry) -> String { HTML.address("sign-ins", String(entry.sequence)) }

    private static func client(_ entry: SignInLogEntry, _ request: PortalRequest) -> String {
        guard let id = entry.clientID else { return "unknown" }
        return request.context.directory.application(id, offeredTo: request.tenant)?.displayName ?? id
    }

    /// The entries of the same request, with the entry itself.
    private static func related(
        to entry: SignInLogEntry, _ filter: SignInFilter, _ request: PortalRequest
    ) async throws -> [SignInLogEntry] {
        guard let id = entry.correlationID else { return [entry] }
        let near = try await request.read { try $0.signIns(after: entry.sequence - 100, limit: 200) }
        return near.filter { $0.correlationID == id && filter.isOfTenant($0) }
    }

    private static func found(
        _ filter: SignInFilter, _ request: PortalRequest
    ) async throws -> (entries: [SignInLogEntry], next: Int64?) {
        try await request.read { transaction in
            var entries: [SignInLogEntry] = []
            var before = filter.before
            for _ in 0..<(SignInFilter.mostRead / 1000) {
                let page = try transaction.signIns(before: before, limit: 1000)
                for entry in page {
                    before = entry.sequence
                    guard filter.fits(entry) else { continue }
                    entries.append(entry)
                    if entries.count == SignInFilter.pageLength { return (entries, before) }
                }
                if page.count < 1000 { return (entries, nil) }
            }
            return (entries, before)
        }
    }

    /// Microsoft Graph's `appliedConditionalAccessPolicies`, as the log stores them.
    private static func policies(_ text: String?) -> HTML {
        guard let text, let list = try? JSONValue(parsing: text).arrayValue else {
            return "<h2>Conditional Access</h2>\n<p class=\"soft\">No policy was evaluated.</p>\n"
        }
        let rows: [[HTML]] = list.map { policy in
            let name = policy["displayName"]?.stringValue ?? ""
            let id = policy["id"]?.stringValue ?? ""
            return [
                .link(HTML.address("policies", id), name), .text(policy["result"]?.stringValue ?? ""),
                .text(policy["explanation"]?.stringValue ?? ""),
            ]
        }
        let table = PortalTable(
            caption: "The policies' decisions", columns: ["Policy", "Result", "Reason"], rows: rows)
        return "<h2>Conditional Access</h2>\n\(table.html)"
    }

    private static func form(_ filter: SignInFilter) -> HTML {
        let options: [HTML] = [(SignInFilter.Result.any, "any"), (.refused, "refused"), (.accepted, "not refused")].map
        {
            let mark: HTML? = $0.0 == filter.result ? " selected" : nil
            return "<option value=\"\($0.0.rawValue)\"\(mark)>\($0.1)</option>"
        }
        func field(_ name: String, _ label: String, _ value: String) -> HTML {
            """
            <div><label for="filter-\(name)">\(label)</label>\
            <input type="search" id="filter-\(name)" name="\(name)" value="\(exactly: value)"></div>

            """
        }
        return """
            <form class="filter" role="search" action="/portal/sign-ins">\(field("user", "User", filter.user))\
            \(field("client", "Client", filter.client))<div><label for="filter-result">Result</label>\
            <select id="filter-result" name="result">\(options)</select></div>
            \(field("correlation", "Correlation id", filter.correlation))\
            \(field("from", "From (UTC)", filter.from.map(GraphTime.text) ?? ""))\
            \(field("until", "Until (UTC)", filter.until.map(GraphTime.text) ?? ""))<button>Search</button></form>

            """
    }
}
