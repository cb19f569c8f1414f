import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/what-if`: the policies' decision about a hypothetical sign-in.
enum AdminWhatIf {
    private static let known: Set<String> = [
        "user", "client", "resources", "userAction", "contexts", "methods", "multiFactorAge", "age", "deviceId",
        "isBrokered", "deviceCode", "enrollmentId", "redirectUri", "platform",
    ]

    static func evaluate(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: known)
        let name = try body.required("user")
        guard let client = context.directory.application(try body.required("client")) else {
            throw DirectoryError.notFound("There is no such client.")
        }
        let resources = try (try body.strings("resources") ?? []).map { name throws(DirectoryError) in
            guard let api = context.directory.api(name) else {
                throw DirectoryError.notFound("There is no API '\(name.prefix(64))'.")
            }
            return api
        }
        let action = try body.string("userAction").map { text throws(DirectoryError) in
            guard let action = UserAction(rawValue: text) else {
                throw DirectoryError.invalid("'userAction' is not known.")
            }
            return action
        }
        let range: ClosedRange<Int64> = 0...(100 * 365 * 86400)
        var evidence = SignInEvidence(
            methods: Set(try body.strings("methods") ?? ["pwd"]),
            multiFactorAt: try body.integer("multiFactorAge", range).map { context.now - $0 },
            deviceID: try body.string("deviceId"), isBrokered: try body.bool("isBrokered") ?? false)
        if try body.bool("deviceCode") ?? false { evidence.transferMethod = TransferMethod.deviceCodeFlow.rawValue }
        let (authenticatedAt, contexts) = (
            context.now - (try body.integer("age", range) ?? 0), try body.strings("contexts") ?? []
        )
        let (redirectURI, enrollmentID) = (try body.string("redirectUri"), try body.string("enrollmentId"))
        let platform = try body.string("platform").map { text throws(DirectoryError) in
            guard let platform = DevicePlatform(rawValue: text) else {
                throw DirectoryError.invalid("'platform' is not known.")
            }
            return platform
        }
        let proved = evidence
        let findings = try await context.transaction { transaction -> AccessCheck.Findings? in
            guard let user = try AdminUsers.find(name, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            let question = AccessCheck.Question(
                user: user, client: client, resources: resources, evidence: proved,
                authenticatedAt: authenticatedAt, contexts: contexts, redirectURI: redirectURI,
                enrollmentID: enrollmentID, action: action, platform: platform)
            return try AccessCheck.evaluate(question, context, transaction)
        }
        let decision = findings?.decision
        return .json([
            "granted": .bool(decision?.isGranted ?? true),
            "missing": .strings((decision?.missing ?? []).map(\.rawValue)),
            "policies": .array((decision?.policyDecisions ?? []).map(\.json)),
        ])
    }
}
