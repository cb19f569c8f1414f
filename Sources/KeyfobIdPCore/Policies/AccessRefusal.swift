import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The error that a client gets where a policy is not satisfied, by the numbers of the catalogue.
enum AccessRefusal {
    /// The error for the first missing control, at an endpoint that shows no page.
    ///
    /// - Parameters:
    ///   - findings: the decision, with at least one missing control.
    ///   - hasFactor: whether the user has a second factor.
    static func error(
        _ control: PolicyControl, _ findings: AccessCheck.Findings, _ question: AccessCheck.Question, hasFactor: Bool
    ) -> OAuthError {
        let values = [
            "user": question.user.userPrincipalName, "app": question.client.displayName,
            "resource": question.resources.first?.displayName ?? "Microsoft Graph",
        ]
        return OAuthError(
            number(control, findings, question, hasFactor: hasFactor), values,
            claims: claims(findings.decision.unsatisfied),
            detail: findings.decision.policyDecisions.filter { $0.missing != nil }
                .map { "\($0.displayName): \($0.explanation)" }.joined(separator: " "))
    }

    private static func number(
        _ control: PolicyControl, _ findings: AccessCheck.Findings, _ question: AccessCheck.Question, hasFactor: Bool
    ) -> Int {
        let evidence = question.evidence
        switch control {
        case .block: return 53003
        case .signInFrequency: return 70043
        case .secondFactorFrequency: return evidence.multiFactorAt == nil ? (hasFactor ? 50076 : 50079) : 50078
        case .mfa: return hasFactor ? 50076 : 50079
        case .authenticationStrength: return hasFactor ? 50074 : 50079
        case .compliantDevice, .domainJoinedDevice:
            if evidence.transferMethod != nil { return 530033 }
            guard let device = findings.device else { return 50097 }
            if !device.isEnabled { return 135011 }
            return control == .compliantDevice ? 53000 : 53001
        case .approvedApplication:
            if evidence.transferMethod != nil { return 530033 }
            return evidence.isBrokered ? 53002 : 50127
        case .compliantApplication: return 53005
        }
    }

    /// `claims`: the policies that the next interactive request has to satisfy, as a JSON text.
    private static func claims(_ policyIDs: [String]) -> String {
        JSONValue.object([
            "access_token": ["capolids": ["essential": true, "values": .strings(policyIDs)]]
        ]).text()
    }

    /// The log entry for a decision.
    static func entry(
        _ findings: AccessCheck.Findings, _ question: AccessCheck.Question, error: OAuthError?,
        _ context: RequestContext
    ) -> SignInLogEntry {
        var entry = context.entry(
            .policiesJudged, clientID: question.client.appID, redirectURI: question.redirectURI, user: question.user,
            resource: question.resources.first?.identifierURIs.first ?? question.resources.first?.appID,
            errorCode: error?.number, detail: error?.detail)
        entry.note(question.evidence)
        entry.policies = JSONValue.array(findings.decision.policyDecisions.map(\.json)).text()
        return entry
    }
}
