import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// What-if beside the editor: the decisions of all policies, with the edited one as it is in the fields, about a sign-in
/// that an administrator describes.
enum WhatIf {
    /// The decisions.
    struct Outcome: Sendable {
        let decision: AccessDecision?
        /// The id of the edited policy.
        let edited: String
    }

    private static let form = PolicyForm.name

    /// The fields that describe the sign-in.
    static func fields(_ request: PortalRequest) -> [HTML] {
        let known = request.context.directory.policies(of: request.tenant.id)
        let applications = request.context.directory.applications(offeredTo: request.tenant)
        return [
            request.field(
                form, "whatIfUser", "User", request.session.user.userPrincipalName, hint: "The user name."),
            request.field(
                form, "whatIfClient", "Client", PortalClient.clientID, hint: "Name or id of an application.",
                suggestions: applications.map(\.displayName)),
            request.field(
                form, "whatIfResource", "API", hint: "Empty: Microsoft Graph.",
                suggestions: applications.filter { !$0.identifierURIs.isEmpty }.map(\.displayName)),
            request.select(
                form, "whatIfPlatform", "Platform",
                [("", "unknown")] + DevicePlatform.allCases.map { ($0.rawValue, $0.rawValue) }, ""),
            request.select(
                form, "whatIfKind", "Kind of client",
                [
                    (ClientAppType.browser.rawValue, "a page in a browser"),
                    (ClientAppType.mobileAppsAndDesktopClients.rawValue, "a mobile or desktop app"),
                ], ClientAppType.browser.rawValue),
            request.select(
                form, "whatIfLocation", "Location",
                [("", "none of the named ones")] + known.locations.map { ($0.id, $0.displayName) }, ""),
            request.select(
                form, "whatIfDevice", "Device",
                [
                    ("", "none"), ("registered", "registered"), ("joined", "joined, not compliant"),
                    ("compliant", "joined and compliant"), ("hybrid", "joined, also on premises"),
                ], ""),
            request.select(
                form, "whatIfMethods", "Authentication",
                [("pwd", "a password"), ("mfa", "a password and a second factor")], "pwd"),
        ]
    }

    /// Evaluates the sign-in of the form.
    ///
    /// - Throws: ``DirectoryError`` at a field.
    static func evaluate(_ policy: ConditionalAccessPolicy, _ request: PortalRequest) async throws -> Outcome {
        let context = request.context
        let known = context.directory.policies(of: request.tenant.id)
        let user = try await UserLookup.named(try request.required("whatIfUser", "The user"), "whatIfUser", request)
        let client = try application(try request.required("whatIfClient", "The client"), "whatIfClient", request)
        let resource = try request.text("whatIfResource").map { (name) throws(DirectoryError) in
            try application(name, "whatIfResource", request)
        }
        let platform = request.text("whatIfPlatform").flatMap(DevicePlatform.init(rawValue:))
        var assumptions = AccessCheck.Assumptions()
        assumptions.policies = known.policies.filter { $0.id != policy.id } + [policy]
        assumptions.platform = .some(platform)
        assumptions.clientAppType = request.text("whatIfKind").flatMap(ClientAppType.init(rawValue:))
        let place = known.locations.first { $0.id == request.text("whatIfLocation") }
        assumptions.location = SignInFacts.Location(
            ids: Set([place?.id].compactMap(\.self)), isTrusted: place?.isTrusted == true)
        assumptions.device = device(request.text("whatIfDevice"), platform: platform)
        let hasFactor = request.text("whatIfMethods") == "mfa"
        let question = AccessCheck.Question(
            user: user, client: client, resources: [resource].compactMap(\.self),
            evidence: SignInEvidence(
                methods: hasFactor ? ["pwd", "otp", "mfa"] : ["pwd"], multiFactorAt: hasFactor ? context.now : nil),
            authenticatedAt: context.now)
        let made = assumptions
        let findings = try await context.transaction {
            try AccessCheck.evaluate(question, assuming: made, context, $0)
        }
        return Outcome(decision: findings?.decision, edited: policy.id)
    }

    /// The decisions as a table.
    static func html(_ outcome: Outcome) -> HTML {
        let decisions = (outcome.decision?.policyDecisions ?? []).sorted { left, _ in left.policyID == outcome.edited }
        let rows: [[HTML]] = decisions.map { decision in
            let mark = decision.policyID == outcome.edited ? " (as edited)" : ""
            return [.text(decision.displayName + mark), .text(decision.result), .text(decision.explanation)]
        }
        let missing = (outcome.decision?.missing ?? []).map(\.rawValue).joined(separator: ", ")
        let isGranted = outcome.decision?.isGranted ?? true
        return """
            <div role="status" id="what-if-result"><h3>Result</h3>
            <p class="\(isGranted ? "lead" : "bad")">\(isGranted ? "Access is granted." : "Access needs more: \(missing).")</p>
            \(PortalTable(caption: "Each policy", columns: ["Policy", "Result", "Reason"], rows: rows).html)</div>
            """
    }

    private static func device(_ state: String?, platform: DevicePlatform?) -> SignInFacts.Device? {
        guard let state else { return nil }
        let join: RegisteredDevice.JoinType = state == "registered" ? .register : state == "hybrid" ? .hybrid : .join
        return SignInFacts.Device(
            id: "00000000-0000-4000-8000-000000000000", displayName: "A device", isCompliant: state == "compliant",
            joinType: join, operatingSystem: platform?.rawValue ?? "", operatingSystemVersion: "")
    }

    private static func application(
        _ name: String, _ field: String, _ request: PortalRequest
    ) throws(DirectoryError) -> Application {
        let directory = request.context.directory
        let found =
            directory.application(name, offeredTo: request.tenant) ?? directory.api(name, offeredTo: request.tenant)
            ?? directory.applications(offeredTo: request.tenant).first {
                $0.displayName.lowercased() == name.lowercased()
            }
        guard let found else { throw .field(field, "There is no application '\(name.prefix(256))'.") }
        return found
    }
}
