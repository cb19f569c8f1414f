import KeyfobCore
import KeyfobIdPAdmin
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The settings of the whole provider: signing keys, clock and forced errors, for Global Administrators only.
enum ProviderPages {
    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        try check(request)
        let (keys, faults) = try await request.read { (try $0.signingKeys(), try $0.forcedErrors()) }
        return PortalPage(
            id: "provider", title: "Provider", section: .provider,
            content: """
                <p>What is set here applies to every directory of this provider, not only to \
                \(request.tenant.displayName).</p>
                \(keysSection(keys, request))\(clockSection(request))\(faultsSection(faults, request))
                """
        ).response(request)
    }

    /// Runs the action of the address.
    static func act(_ request: PortalRequest) async throws -> HTTPResponse {
        try check(request)
        switch request.action {
        case "rotate":
            try await AdminKeys.rotateKeys(request.context)
            return .seeOther("/portal/provider?done=rotated")
        case "clock":
            return try await request.acting("clock", showing: show) {
                guard let amount = Int64(request.text("amount") ?? ""), (-1_000_000...1_000_000).contains(amount) else {
                    throw DirectoryError.field("amount", "Write a whole number.")
                }
                let units: [String: Int64] = ["minutes": 60, "hours": 3600, "days": 86400]
                let seconds = amount * (units[request.text("unit") ?? ""] ?? 60)
                try await move(["advance_seconds": .integer(seconds)], request)
                return "/portal/provider?done=moved"
            }
        case "clock-reset":
            try await move(["offset_seconds": 0], request)
            return .seeOther("/portal/provider?done=moved")
        case "fault":
            return try await request.acting("fault", showing: show) {
                try await AdminForcedErrors.add(try fault(request), request.context)
                return "/portal/provider?done=added"
            }
        case "remove-faults":
            try await request.context.transaction { try $0.setForcedErrors([]) }
            return .seeOther("/portal/provider?done=removed")
        default: throw DirectoryError.notFound("There is no such action.")
        }
    }

    private static func check(_ request: PortalRequest) throws(DirectoryError) {
        guard request.session.isGlobalAdministrator else {
            throw DirectoryError(
                status: 403, code: "forbidden",
                message: "Only a Global Administrator changes the provider. It has other directories too.")
        }
    }

    private static func move(_ members: [String: JSONValue], _ request: PortalRequest) async throws {
        try await AdminClock.move(
            by: try DirectoryDocument(.object(members), known: AdminClock.known), request.context)
    }

    /// The forced error of a form, as the admin API takes it.
    private static func fault(_ request: PortalRequest) throws(DirectoryError) -> DirectoryDocument {
        var members: [String: JSONValue] = ["endpoint": .string(request.text("endpoint") ?? "")]
        for field in ["count", "aadsts", "status", "delay_ms", "retry_after"] {
            guard let text = request.text(field) else { continue }
            guard let number = Int64(text) else { throw .field(field, "Write a whole number.") }
            members[field] = .integer(number)
        }
        for field in ["client_id", "user"] { members[field] = request.text(field).map { .string($0) } }
        if request.isTicked("drop") { members["drop"] = true }
        return try DirectoryDocument(.object(members), known: AdminForcedErrors.known)
    }

    private static func keysSection(_ keys: [StoredSigningKey], _ request: PortalRequest) -> HTML {
        let rows: [[HTML]] = keys.map { key in
            let use =
                switch key.role {
                case .current: "signs tokens"
                case .next: "is published, and signs next"
                case .retired: "is retired; its tokens may still be valid"
                case .deviceAuthority: "signs the certificates of devices"
                }
            return [.text(key.keyID), .text(key.algorithm), .text(use), .time(key.createdAt)]
        }
        return """
            <h2>Keys</h2>
            \(PortalTable(caption: "Signing keys", columns: ["Key id", "Algorithm", "Use", "Created"], rows: rows).html)
            \(request.form("rotate", to: "/portal/provider/rotate", label: "Rotate the keys"))
            """
    }

    private static func clockSection(_ request: PortalRequest) -> HTML {
        let offset = request.context.directory.clockOffset
        return """
            <h2>Clock</h2>
            <p>The provider's time is \(HTML.time(request.context.now)), \(String(offset)) seconds ahead of the machine's. \
            It moves for the whole provider: tokens, sessions and secrets of every directory expire by it. Your own session \
            ends too if you move it by more than an hour.</p>
            \(request.form("clock", to: "/portal/provider/clock", label: "Move the clock", [
                request.field("clock", "amount", "Move it by", hint: "Negative: back."),
                request.select("clock", "unit", "Unit", [("minutes", "minutes"), ("hours", "hours"), ("days", "days")],
                    "minutes"),
            ]))\(offset == 0 ? nil : request.form(
                "clock-reset", to: "/portal/provider/clock-reset", label: "Set it to the machine's time"))
            """
    }

    private static func faultsSection(_ faults: [ForcedError], _ request: PortalRequest) -> HTML {
        let rows: [[HTML]] = faults.map { fault in
            let what =
                fault.drops == true ? "no response" : fault.number.map { "AADSTS\($0)" } ?? "status \(fault.status)"
            let delay = fault.delay.map { ", after \($0) ms" } ?? ""
            return [
                .text(fault.endpoint), .text(what + delay), .text(String(fault.count)),
                .text([fault.clientID, fault.user].compactMap(\.self).joined(separator: ", ")),
            ]
        }
        let remove: HTML? =
            faults.isEmpty
            ? nil
            : request.form(
                "remove-faults", to: "/portal/provider/remove-faults", label: "Remove all", isDangerous: true)
        return """
            <h2>Forced errors</h2>
            <p>The next requests to an endpoint get an error instead of the real response, to test clients.</p>
            \(PortalTable(
                caption: "Errors that are set", columns: ["Endpoint", "Response", "Requests left", "Only for"], rows: rows
            ).html)\(remove)\(request.form("fault", to: "/portal/provider/fault", label: "Set", [
                request.select("fault", "endpoint", "Endpoint",
                    AdminForcedErrors.endpoints.map { ($0, $0) }, "token"),
                request.field("fault", "count", "Number of requests", "1"),
                request.field("fault", "aadsts", "AADSTS number", hint: "Such as 50076; empty: a server fault."),
                request.field("fault", "status", "HTTP status", hint: "Empty: the usual one."),
                request.field("fault", "retry_after", "Retry-After in seconds"),
                request.field("fault", "delay_ms", "Delay in milliseconds"),
                request.field("fault", "client_id", "Only for the client id"),
                request.field("fault", "user", "Only for the user name"),
                request.box("fault", "drop", "Close the connection without a response", false),
            ]))
            """
    }
}
