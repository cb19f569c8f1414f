import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// Entries of the sign-in log as Microsoft Graph's `signIn`.
struct SignInEntity {
    private let session: GraphSession

    init(_ session: GraphSession) { self.session = session }

    /// The events that are a sign-in: tokens, or a refusal.
    private static let events: Set<String> = [
        SignInEvent.tokensIssued.rawValue, SignInEvent.tokensRefreshed.rawValue,
        SignInEvent.assertionIssued.rawValue, SignInEvent.refused.rawValue, SignInEvent.passwordRefused.rawValue,
        SignInEvent.secondFactorRefused.rawValue, SignInEvent.certificateRefused.rawValue,
    ]

    /// The id of an entry, a GUID that contains its number.
    static func id(of sequence: Int64) -> String {
        let digits = String(UInt64(bitPattern: sequence), radix: 16)
        let text = String(repeating: "0", count: 16 - digits.count) + digits
        return "00000000-0000-4000-\(text.prefix(4))-\(text.dropFirst(4))"
    }

    /// The number in an id.
    static func sequence(of id: String) -> Int64? {
        let parts = id.split(separator: "-")
        guard parts.count == 5 else { return nil }
        return Int64(parts[3] + parts[4], radix: 16)
    }

    /// The sign-in of an entry; nil if it is something else, or another tenant's. Version 1.0 lists those of users, and no
    /// sign-ins of applications for themselves.
    ///
    /// - Parameter judged: the decisions of policies by correlation id, which have entries of their own.
    func entity(_ entry: SignInLogEntry, judged: [String: String]) throws -> GraphEntity? {
        let isRefusedByPolicy = entry.event == SignInEvent.policiesJudged.rawValue && entry.errorCode != nil
        guard entry.tenantID == session.tenant.id, entry.user != nil,
            isRefusedByPolicy || Self.events.contains(entry.event)
        else {
            return nil
        }
        let client = entry.clientID.flatMap { session.editor.application(appID: $0) }
        let api = entry.resource.flatMap { session.context.directory.api($0) }
        let user = try entry.user.flatMap { try session.transaction.user(userPrincipalName: $0) }
        let policies =
            (entry.policies ?? entry.correlationID.flatMap { judged[$0] }).flatMap {
                try? JSONValue(parsing: $0).arrayValue
            } ?? []
        let text = entry.errorCode.flatMap { ErrorCatalogue.entry($0)?.text() }
        let results = policies.compactMap { $0["result"]?.stringValue }
        let access =
            policies.isEmpty || results.allSatisfy { $0 == "notApplied" || $0 == "notEnabled" }
            ? "notApplied" : results.contains("failure") ? "failure" : "success"
        return GraphEntity(
            .signIn, id: Self.id(of: entry.sequence),
            [
                "createdDateTime": .string(GraphTime.text(entry.time)),
                "userPrincipalName": entry.user.map { .string($0) } ?? "",
                "userDisplayName": .string(user?.displayName ?? entry.user ?? ""),
                "userId": .string(user?.objectID ?? GraphSession.defaultRole),
                "appId": entry.clientID.map { .string($0) } ?? "",
                "appDisplayName": .string(client?.displayName ?? ""),
                "resourceDisplayName": .string(api?.displayName ?? entry.resource ?? ""),
                "resourceId": .string(api?.appID ?? ""), "ipAddress": "",
                "clientAppUsed": "Mobile Apps and Desktop clients",
                "correlationId": entry.correlationID.map { .string($0) } ?? .null,
                "conditionalAccessStatus": .string(access),
                "isInteractive": .bool(entry.event != SignInEvent.tokensRefreshed.rawValue),
                "riskDetail": "none", "riskLevelAggregated": "none", "riskLevelDuringSignIn": "none",
                "riskState": "none", "riskEventTypes": [], "riskEventTypes_v2": [],
                "status": [
                    "errorCode": .integer(entry.errorCode ?? 0), "failureReason": .string(text ?? "Other."),
                    "additionalDetails": entry.detail.map { .string($0) } ?? .null,
                ],
                "deviceDetail": [
                    "deviceId": entry.deviceID.map { .string($0) } ?? "", "displayName": nil, "operatingSystem": nil,
                    "browser": nil, "isCompliant": false, "isManaged": false, "trustType": nil,
                ],
                "location": [
                    "city": nil, "state": nil, "countryOrRegion": nil,
                    "geoCoordinates": ["altitude": nil, "latitude": nil, "longitude": nil],
                ],
                "appliedConditionalAccessPolicies": .array(policies.map(Self.applied)),
            ])
    }

    private static func applied(_ policy: JSONValue) -> JSONValue {
        var out: [String: JSONValue] = ["enforcedGrantControls": [], "enforcedSessionControls": []]
        for name in ["id", "displayName", "enforcedGrantControls", "enforcedSessionControls", "result"] {
            if let value = policy[name] { out[name] = value }
        }
        return .object(out)
    }
}
