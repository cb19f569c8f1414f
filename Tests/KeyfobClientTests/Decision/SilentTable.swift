import KeyfobClient
import Testing

/// One row of the silent flow's decision table.
struct SilentRow: Sendable, CustomTestStringConvertible {
    let number: Int
    let inputs: SilentInputs
    let step: SilentDecision.Step
    let effects: [SilentDecision.Effect]

    var testDescription: String { "row \(number)" }
}

/// The silent flow's decision table: `docs/silent-flow.md` shows it, and the tests check the SDK against it.
enum SilentTable {
    static let rows: [SilentRow] = (before + after).enumerated().map { index, row in
        SilentRow(number: index + 1, inputs: row.0, step: row.1, effects: row.2)
    }

    private typealias Entry = (SilentInputs, SilentDecision.Step, [SilentDecision.Effect])

    /// Before the request to the server.
    private static let before: [Entry] = [
        (SilentInputs(signIn: .signedOut, accessToken: .absent), .requireInteraction, []),
        (SilentInputs(signIn: .unknown, accessToken: .absent, refreshToken: .none), .requireInteraction, []),
        (SilentInputs(signIn: .unknown, accessToken: .absent, refreshToken: .adal), .refresh, []),
        (SilentInputs(accessToken: .valid, refreshToken: .own), .serveStored, []),
        (SilentInputs(accessToken: .valid, refreshToken: .none), .serveStored, []),
        (SilentInputs(accessToken: .valid, refreshToken: .own, forcesRefresh: true), .refresh, []),
        (SilentInputs(accessToken: .valid, refreshToken: .own, hasClaims: true), .refresh, []),
        (SilentInputs(accessToken: .valid, refreshToken: .none, forcesRefresh: true), .requireInteraction, []),
        (SilentInputs(accessToken: .valid, refreshToken: .none, hasClaims: true), .requireInteraction, []),
        (SilentInputs(accessToken: .refreshDue, refreshToken: .own), .serveStoredAndRenew, []),
        (SilentInputs(accessToken: .refreshDue, refreshToken: .own, forcesRefresh: true), .refresh, []),
        (SilentInputs(accessToken: .refreshDue, refreshToken: .own, hasClaims: true), .refresh, []),
        (SilentInputs(accessToken: .absent, refreshToken: .own), .refresh, []),
        (SilentInputs(accessToken: .absent, refreshToken: .family), .refresh, []),
        (SilentInputs(accessToken: .absent, refreshToken: .adal), .refresh, []),
        (SilentInputs(accessToken: .absent, refreshToken: .none), .requireInteraction, []),
        (SilentInputs(accessToken: .expiring, refreshToken: .own), .refresh, []),
        (SilentInputs(accessToken: .expiring, refreshToken: .none), .requireInteraction, []),
        (SilentInputs(accessToken: .extended, refreshToken: .own), .refresh, []),
        (SilentInputs(accessToken: .expired, refreshToken: .own), .refresh, []),
        (SilentInputs(accessToken: .expired, refreshToken: .none), .requireInteraction, []),
        (SilentInputs(accessToken: .fromFuture, refreshToken: .own), .refresh, []),
        (SilentInputs(accessToken: .otherKey, refreshToken: .own), .refresh, []),
        (SilentInputs(accessToken: .otherKey, refreshToken: .none), .requireInteraction, []),
    ]

    /// After the server's response. The refresh token is the best one that was not refused.
    private static let after: [Entry] = [
        (answered(.absent, .tokens), .serveFresh, []),
        (answered(.valid, .tokens, forced: true), .serveFresh, []),
        (answered(.valid, .tokens, claims: true), .serveFresh, []),
        (down(.absent), .fail, []),
        (down(.expired), .fail, []),
        (down(.fromFuture), .fail, []),
        (down(.otherKey), .fail, []),
        (down(.expiring), .serveSpare, []),
        (down(.extended), .fail, []),
        (down(.extended, extended: true), .serveExtended, []),
        (down(.valid, forced: true), .fail, []),
        (down(.valid, claims: true), .fail, []),
        (answered(.absent, .outage), .fail, []),
        (answered(.expiring, .outage), .serveSpare, []),
        (answered(.extended, .outage), .fail, []),
        (answered(.extended, .outage, extended: true), .serveExtended, []),
        (answered(.valid, .outage, forced: true), .fail, []),
        (answered(.expiring, .outage, remembered: true), .serveSpare, []),
        (answered(.absent, .outage, remembered: true), .fail, []),
        (answered(.absent, .interactionRequired), .requireInteraction, []),
        (answered(.expiring, .interactionRequired), .requireInteraction, []),
        (answered(.extended, .interactionRequired, extended: true), .requireInteraction, []),
        (answered(.absent, .interactionRequired, remembered: true), .requireInteraction, []),
        (answered(.absent, .interactionRequired, rest: .family), .refresh, []),
        (answered(.absent, .interactionRequired, rest: .adal), .refresh, []),
        (answered(.absent, .badToken), .requireInteraction, [.dropRefreshToken]),
        (answered(.expiring, .badToken), .requireInteraction, [.dropRefreshToken]),
        (answered(.absent, .badToken, rest: .family), .refresh, [.dropRefreshToken]),
        (answered(.absent, .badToken, rest: .adal), .refresh, [.dropRefreshToken]),
        (answered(.absent, .notInFamily), .requireInteraction, [.leaveFamily]),
        (answered(.absent, .notInFamily, rest: .adal), .refresh, [.leaveFamily]),
        (answered(.absent, .accountDeleted), .requireInteraction, [.forgetAccount]),
        (answered(.absent, .misconfigured), .fail, []),
        (answered(.expiring, .misconfigured), .fail, []),
        (answered(.absent, .other), .fail, []),
        (answered(.expiring, .other), .fail, []),
        (answered(.absent, .unsent), .fail, []),
        (answered(.expiring, .unsent), .serveSpare, []),
        (answered(.valid, .unsent, forced: true), .fail, []),
    ]

    private static func answered(
        _ token: SilentInputs.AccessToken, _ answer: SilentInputs.Response, rest: SilentInputs.RefreshToken = .none,
        forced: Bool = false, claims: Bool = false, extended: Bool = false, remembered: Bool = false
    ) -> SilentInputs {
        SilentInputs(
            accessToken: token, refreshToken: rest, hasClaims: claims, forcesRefresh: forced, network: .up,
            answer: answer, isRemembered: remembered, allowsExtendedLifetime: extended)
    }

    private static func down(
        _ token: SilentInputs.AccessToken, forced: Bool = false, claims: Bool = false, extended: Bool = false
    ) -> SilentInputs {
        SilentInputs(
            accessToken: token, refreshToken: .none, hasClaims: claims, forcesRefresh: forced, network: .down,
            allowsExtendedLifetime: extended)
    }

    /// The table in the form of `docs/silent-flow.md`.
    static var markdown: [String] {
        let head = [
            "| # | account | stored token | asked for | refresh token | server | then | and | because |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        return head + rows.map(line)
    }

    private static func line(_ row: SilentRow) -> String {
        let inputs = row.inputs
        var asked: [String] = []
        if inputs.forcesRefresh { asked.append("a fresh token") }
        if inputs.hasClaims { asked.append("claims") }
        if inputs.allowsExtendedLifetime { asked.append("extended lifetime") }
        let server =
            switch inputs.network {
            case .notAsked: ""
            case .down: "`down`"
            case .up: "`\(inputs.answer?.rawValue ?? "")`\(inputs.isRemembered ? ", remembered" : "")"
            }
        let token =
            inputs.network == .notAsked
            ? "`\(inputs.refreshToken.rawValue)`" : "next: `\(inputs.refreshToken.rawValue)`"
        let cells = [
            "\(row.number)", "`\(inputs.signIn.rawValue)`", "`\(inputs.accessToken.rawValue)`",
            asked.joined(separator: ", "), inputs.signIn == .signedOut ? "" : token, server, "`\(row.step.rawValue)`",
            row.effects.map { "`\($0.rawValue)`" }.joined(separator: ", "),
            SilentDecision(inputs).reasons.map { "`\($0.rawValue)`" }.joined(separator: ", "),
        ]
        return "| " + cells.joined(separator: " | ").replacing("|  |", with: "| |").replacing("|  |", with: "| |")
            + " |"
    }
}
