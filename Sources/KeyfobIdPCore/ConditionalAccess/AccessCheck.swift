import KeyfobCore
import KeyfobOAuth

/// Judges by the tenant's policies whether somebody gets access: every grant and every page asks here.
enum AccessCheck {
    /// Who asks for what, and what was proved.
    struct Question: Sendable {
        /// The user in the tenant that issues.
        let user: User
        let client: Application
        /// The APIs; none means Microsoft Graph, whose token a request without an API gets.
        let resources: [Application]
        let evidence: SignInEvidence
        let authenticatedAt: Int64
        var contexts: [String] = []
        var redirectURI: String?
        /// The client's enrolment with the app-protection service, as the request names it.
        var enrollmentID: String?
        /// Whether the app's protection is taken as shown: pages cannot be shown it, and the token endpoint judges anew.
        var assumesAppProtection = false
        /// What is done with the account, if it is not an API that is asked for.
        var action: UserAction?
        /// On which system; nil takes it from the request.
        var platform: DevicePlatform?
        /// What the client says of itself, where that came with an earlier request than this one: a form of a sign-in's
        /// pages holds nothing of it. nil takes it from the request.
        var parameters: FormParameters?
    }

    /// What the policies say, with what they were told.
    struct Answer: Sendable {
        let decision: AccessDecision
        /// The device that was named, registered or not known.
        let device: RegisteredDevice?
    }

    /// The applications by which devices are registered and apps enrolled: nobody can have those before.
    static let registrationService = "01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9"
    private static let registeringServices: Set<String> = [
        registrationService, "d4ebce55-015a-49b5-a083-c84d1797ae8c", AppProtection.serviceID,
    ]

    /// Judges; nil where the tenant has no policies.
    static func judge(
        _ question: Question, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> Answer? {
        let tenant = context.directory.policies(of: question.user.tenantID)
        guard !tenant.policies.isEmpty else { return nil }
        let device = try question.evidence.deviceID.flatMap { try transaction.device(id: $0) }
            .flatMap { $0.tenantID == question.user.tenantID ? $0 : nil }
        let facts = try facts(question, device: device, tenant, context, transaction)
        return Answer(decision: AccessDecision(facts, by: tenant.policies), device: device)
    }

    private static func facts(
        _ question: Question, device: RegisteredDevice?, _ tenant: TenantPolicies, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> SignInFacts {
        let user = question.user
        let isAdministrator = ConsentAuthority.isAdministrator(user, in: context.directory)
        let resources =
            question.resources.isEmpty ? [ScopeResolution.graphID] : question.resources.map { $0.appID.lowercased() }
        var facts = SignInFacts(
            person: .init(
                id: user.objectID.lowercased(), groups: tenant.groups(of: user.objectID),
                roles: isAdministrator ? [UserCondition.globalAdministrator] : [],
                homeTenantID: user.homeTenantID),
            resources: Set(resources), evidence: question.evidence, authenticatedAt: question.authenticatedAt,
            now: context.now)
        facts.isForRegistering = registeringServices.isSuperset(of: resources)
        facts.action = question.action ?? (resources == [registrationService] ? .registerDevice : nil)
        facts.contexts = Set(question.contexts)
        facts.clientAppType = question.client.type(at: question.redirectURI)
        facts.device = device.flatMap(SignInFacts.Device.init)
        facts.platform =
            question.platform ?? device.flatMap { PlatformDetection.named($0.operatingSystem) }
            ?? PlatformDetection.platform(
                of: context.request,
                parameters: question.parameters ?? (try? context.parameters()) ?? FormParameters())
        facts.location = tenant.location(
            of: ClientAddress.of(
                peer: context.peer, context.request, behind: context.configuration.trustedProxies))
        facts.transferMethod = question.evidence.transferMethod.flatMap(TransferMethod.init)
        facts.isApprovedApplication = question.client.isApproved == true
        let enrollmentID = question.enrollmentID ?? question.evidence.enrollmentID
        facts.isProtectedApplication =
            try question.assumesAppProtection
            || AppProtection.isProtected(question, enrollmentID: enrollmentID, in: transaction)
        return facts
    }
}

extension Application {
    /// With what a person signs in to this client: a single-page or web app is used in a browser.
    fileprivate func type(at redirectURI: String?) -> ClientAppType {
        guard let redirectURI else { return .mobileAppsAndDesktopClients }
        let isBrowser = RedirectMatching.isRegistered(redirectURI, in: redirectURIs.singlePage + redirectURIs.web)
        return isBrowser ? .browser : .mobileAppsAndDesktopClients
    }
}
