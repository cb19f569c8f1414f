import KeyfobIdPModel

/// Evaluates one sign-in by one policy.
struct PolicyRule {
    let policy: ConditionalAccessPolicy
    let facts: SignInFacts

    var decision: PolicyDecision {
        if policy.state == .disabled { return decision(.disabled) }
        if let condition = unmetCondition { return decision(.notApplied(condition)) }
        let grants = grantControls
        if grants.isEmpty, policy.grant != nil, sessionWanted.isEmpty {
            return decision(.notApplied("its controls can only be met by registering a device or enrolling an app"))
        }
        let isAny = policy.grant?.isAny ?? false
        let session = sessionWanted + (isFactorRepeated(grants, isAny: isAny) ? [.secondFactorFrequency] : [])
        let met = (grants + session).filter(isMet)
        let unmet = session.filter { !isMet($0) } + unmetGrants(grants, isAny: isAny)
        // Of several unmet controls the first one is handled next.
        return decision(
            unmet.min().map { .unsatisfied($0) } ?? .satisfied, wanted: session + grants, met: met, isAny: isAny)
    }

    private func decision(
        _ outcome: PolicyDecision.Outcome, wanted: [PolicyControl] = [], met: [PolicyControl] = [], isAny: Bool = false
    ) -> PolicyDecision {
        PolicyDecision(
            policyID: policy.id, displayName: policy.displayName, isReportOnly: policy.state == .reportOnly,
            outcome: outcome, wanted: wanted, met: met, isAny: isAny)
    }

    /// The first condition that the sign-in does not meet, as text.
    private var unmetCondition: String? {
        let conditions = policy.conditions
        if !conditions.users.included.holds(for: facts.person) { return "the user is not included" }
        if conditions.users.excluded.holds(for: facts.person) { return "the user is excluded" }
        if !conditions.applications.holds(for: facts) {
            return "the requested resource is not included, or is excluded"
        }
        if conditions.clientAppTypes?.contains(facts.clientAppType) == false {
            return "the client is of type \(facts.clientAppType.rawValue)"
        }
        if conditions.platforms?.holds(for: facts.platform) == false {
            return "the platform is \(facts.platform?.rawValue ?? "not known")"
        }
        if conditions.locations?.holds(for: facts.location) == false {
            return "the location is not included, or is excluded"
        }
        if conditions.deviceFilter?.holds(for: device) == false {
            return device == nil ? "there is no registered device" : "the device does not match the filter"
        }
        if let methods = conditions.transferMethods, facts.transferMethod.map(methods.contains) != true {
            return "the sign-in did not come from another device in that way"
        }
        return nil
    }

    /// The grant controls; while a device or an app is being registered, without those that need the registration.
    private var grantControls: [PolicyControl] {
        let controls = policy.grant?.controls ?? []
        return facts.isForRegistering ? controls.filter { !$0.isMetByRegistering } : controls
    }

    private func unmetGrants(_ controls: [PolicyControl], isAny: Bool) -> [PolicyControl] {
        let unmet = controls.filter { !isMet($0) }
        guard isAny else { return unmet }
        return unmet.count < controls.count ? [] : Array(unmet.prefix(1))
    }

    private var sessionWanted: [PolicyControl] {
        guard let frequency = policy.session.frequency else { return [] }
        return [frequency.isForSecondFactor ? .secondFactorFrequency : .signInFrequency]
    }

    /// Whether a frequency for both authentications applies to the second factor too: only where that factor grants
    /// access. A strength may be met by one factor; then there is no second one to repeat.
    private func isFactorRepeated(_ grants: [PolicyControl], isAny: Bool) -> Bool {
        guard let frequency = policy.session.frequency, !frequency.isForSecondFactor,
            facts.evidence.methods.contains("mfa")
        else { return false }
        let factors = grants.filter { $0 == .mfa || $0 == .authenticationStrength }
        guard factors.contains(where: isMet) else { return false }
        return !isAny || !grants.contains { !factors.contains($0) && isMet($0) }
    }

    /// The device from which the user signs in; nil if the sign-in was transferred from another device, because it then
    /// proves nothing about the device that requests the tokens.
    private var device: SignInFacts.Device? { facts.transferMethod == nil ? facts.device : nil }

    private func isMet(_ control: PolicyControl) -> Bool {
        let evidence = facts.evidence
        switch control {
        case .block: return false
        case .mfa: return evidence.methods.contains("mfa")
        case .authenticationStrength: return policy.grant?.strength?.isMet(by: evidence.methods) ?? false
        case .compliantDevice: return device?.isCompliant ?? false
        case .domainJoinedDevice: return device?.joinType == .hybrid
        case .approvedApplication: return facts.isApprovedApplication && evidence.isBrokered
        case .compliantApplication: return facts.isProtectedApplication
        case .signInFrequency: return isRecent(facts.authenticatedAt)
        case .secondFactorFrequency: return evidence.multiFactorAt.map(isRecent) ?? false
        }
    }

    private func isRecent(_ time: Int64) -> Bool {
        guard let seconds = policy.session.frequency?.seconds else { return true }
        let (age, overflow) = facts.now.subtractingReportingOverflow(time)
        return !overflow && age <= seconds
    }
}
