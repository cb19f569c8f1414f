import Foundation
import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import Testing

@Suite("Policy decisions for a sign-in")
struct DecisionTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let policies: [JSONValue]
        let signIn: JSONValue
        let missing: [String]
        let results: [String]
        var testDescription: String { name }
    }

    static let rows: [Row] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        guard let data = try? Data(contentsOf: tests.appending(path: "Vectors/conditional-access-decisions.json")),
            let json = try? JSONValue(parsing: data), let base = json["base"]
        else { return [] }
        func strings(_ value: JSONValue?) -> [String] { value?.arrayValue?.compactMap(\.stringValue) ?? [] }
        return (json["cases"]?.arrayValue ?? []).map { row in
            Row(
                name: row["name"]?.stringValue ?? "",
                policies: (row["policies"]?.arrayValue ?? []).map { base.merging($0) },
                signIn: row["signIn"] ?? [:], missing: strings(row["missing"]), results: strings(row["results"]))
        }
    }()

    @Test("The table has its rows") func complete() { #expect(Self.rows.count == 101) }

    @Test("Each row of the decision table", arguments: rows)
    func row(_ row: Row) throws {
        let policies = try row.policies.enumerated().map { try ConditionalAccessPolicy($1, id: "policy-\($0)") }
        let decision = AccessDecision(SignInFacts(row.signIn), by: policies)
        #expect(decision.missing.map(\.rawValue) == row.missing)
        #expect(decision.policyDecisions.map(\.result) == row.results)
        #expect(decision.isGranted == row.missing.isEmpty)
        #expect(decision.unsatisfied.isEmpty == row.missing.isEmpty)
        for decision in decision.policyDecisions { #expect(decision.explanation.hasSuffix(".")) }
    }
}

extension JSONValue {
    /// Returns this object with another's members replacing its own; members that are objects in both are merged.
    func merging(_ other: JSONValue) -> JSONValue {
        guard let members = objectValue, let others = other.objectValue else { return other }
        return .object(members.merging(others) { $0.merging($1) })
    }
}

extension SignInFacts {
    /// The facts of a row of the table, with the clock at 1,000,000.
    init(_ json: JSONValue) {
        func strings(_ name: String) -> [String]? { json[name]?.arrayValue?.compactMap(\.stringValue) }
        let now: Int64 = 1_000_000
        let person = SignInUser(
            id: "ada", groups: Set(strings("groups") ?? []), roles: Set(strings("roles") ?? []),
            homeTenantID: json["homeTenant"]?.stringValue)
        let evidence = SignInEvidence(
            methods: Set(strings("methods") ?? ["pwd"]),
            multiFactorAt: json["factorAge"]?.integerValue.map { now - $0 },
            isBrokered: json["isBrokered"]?.boolValue ?? false)
        self.init(
            person: person, resources: Set(strings("resources") ?? ["files"]), evidence: evidence,
            authenticatedAt: now - (json["age"]?.integerValue ?? 0), now: now)
        action = json["action"]?.stringValue.flatMap(UserAction.init)
        contexts = Set(strings("contexts") ?? [])
        clientAppType = json["clientAppType"]?.stringValue.flatMap(ClientAppType.init) ?? clientAppType
        platform = json["platform"]?.stringValue.flatMap(DevicePlatform.init)
        location = Location(
            ids: Set(strings("locations") ?? []), isTrusted: json["isTrusted"]?.boolValue ?? false)
        transferMethod = json["transferMethod"]?.stringValue.flatMap(TransferMethod.init)
        isApprovedApplication = json["isApproved"]?.boolValue ?? false
        isProtectedApplication = json["isProtected"]?.boolValue ?? false
        isForRegistering = json["isForRegistering"]?.boolValue ?? false
        if let device = json["device"] {
            let joinType = device["joinType"]?.integerValue.flatMap { RegisteredDevice.JoinType(rawValue: Int($0)) }
            self.device = Device(
                id: "d", displayName: "Ada's phone", isCompliant: device["isCompliant"]?.boolValue ?? false,
                joinType: joinType ?? .register, operatingSystem: "iOS", operatingSystemVersion: "18.1")
        }
    }
}
