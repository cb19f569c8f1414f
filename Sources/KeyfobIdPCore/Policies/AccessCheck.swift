package import KeyfobConditionalAccess
import KeyfobCore
package import KeyfobIdPModel
package import KeyfobOAuth

/// Checks a user's access against the tenant's policies, for every grant and every page.
package enum AccessCheck {
    /// The sign-in to evaluate: the user, the client, the resources and the evidence.
    package struct Question: Sendable {
        /// The user in the issuing tenant.
        let user: User
        let client: Application
        /// The APIs; none means Microsoft Graph, whose token a request without an API gets.
        let resources: [Application]
        let evidence: SignInEvidence
        let authenticatedAt: Int64
        var contexts: [String] = []
        var redirectURI: String?
        /// The client's enrolment with the app-protection service, as in the request.
        var enrollmentID: String?
        /// Whether app protection is assumed: pages cannot check it, and the token endpoint evaluates again.
        var assumesAppProtection = false
        /// The user's action, if the request is not for an API.
        var action: UserAction?
        /// The platform; nil takes it from the request.
        var platform: DevicePlatform?
        /// The parameters of an earlier request in which the client described its system: a form of a sign-in's pages
        /// contains none of them. nil takes them from this request.
        var parameters: FormParameters?

        package init(
            user: User, client: Application, resources: [Application], evidence: SignInEvidence, authenticatedAt: Int64,
            contexts: [String] = [], redirectURI: String? = nil, enrollmentID: String? = nil,
            assumesAppProtection: Bool = false, action: UserAction? = nil, platform: DevicePlatform? = nil,
            parameters: FormParameters? = nil
        ) {
            self.user = user
            self.client = client
            self.resources = resources
            self.evidence = evidence
            self.authenticatedAt = authenticatedAt
            self.contexts = contexts
            self.redirectURI = redirectURI
            self.enrollmentID = enrollmentID
            self.assumesAppProtection = assumesAppProtection
            self.action = action
            self.platform = platform
            self.parameters = parameters
        }
    }

    /// What an evaluation assumes instead of what is stored or known; nil assumes nothing.
    package struct Assumptions: Sendable {
        /// The tenant's policies.
        package var policies: [ConditionalAccessPolicy]?
        /// The type of the client.
        package var clientAppType: ClientAppType?
        /// The platform, or that it is unknown.
        package var platform: DevicePlatform??
        /// The named locations to which the address belongs.
        package var location: SignInFacts.Location?
        /// The device that has proved its key.
        package var device: SignInFacts.Device?

        /// Makes assumptions; without changes there are none.
        package init() {}
    }

    /// The decision of the policies, and the device that they evaluated.
    package struct Findings: Sendable {
        package let decision: AccessDecision
        /// The device that was named; nil if it is not registered.
        let device: RegisteredDevice?
    }

    /// The applications for registering devices and enrolling apps, for which neither can be required.
    static let registrationService = "01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9"
    private static let managementAPI = "797f4846-ba00-4fd7-ba43-dac1f8f63013"
    private static let registeringServices: Set<String> = [
        registrationService, "d4ebce55-015a-49b5-a083-c84d1797ae8c", AppProtection.serviceID,
    ]

    /// Evaluates a sign-in; nil where the tenant has no policies.
    package static func evaluate(
        _ question: Question, assuming assumptions: Assumptions = Assumptions(), _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> Findings? {
        let tenant = context.directory.policies(of: question.user.tenantID)
        let policies = assumptions.policies ?? tenant.policies
        guard !policies.isEmpty else { return nil }
        let device = try question.evidence.deviceID.flatMap { try transaction.device(id: $0) }
            .flatMap { $0.tenantID == question.user.tenantID ? $0 : nil }
        var facts = try facts(question, device: device, tenant, context, transaction)
        facts.clientAppType = assumptions.clientAppType ?? facts.clientAppType
        if let platform = assumptions.platform { facts.platform = platform }
        facts.location = assumptions.location ?? facts.location
        facts.device = assumptions.device ?? facts.device
        return Findings(decision: AccessDecision(facts, by: policies), device: device)
    }

    private static func facts(
        _ question: Question, device: RegisteredDevice?, _ tenant: TenantPolicies, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> SignInFacts {
        let user = question.user
        let isAdministrator = ConsentAuthority.isAdministrator(user, in: context.directory)
        var resources =
            question.resources.isEmpty ? [ScopeResolution.graphID] : question.resources.map { $0.appID.lowercased() }
        // As Microsoft's portals: policies for these and for the API of Azure's management apply.
        if question.client.appID == PortalClient.clientID { resources.append(managementAPI) }
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
    /// The type of this client: a single-page or web app is used in a browser.
    fileprivate func type(at redirectURI: String?) -> ClientAppType {
        guard let redirectURI else { return .mobileAppsAndDesktopClients }
        if PortalClient.isBrowser(self, at: redirectURI) { return .browser }
        let isBrowser = RedirectMatching.isRegistered(redirectURI, in: redirectURIs.singlePage + redirectURIs.web)
        return isBrowser ? .browser : .mobileAppsAndDesktopClients
    }
}

/// Registering a device requires a recent sign-in, because a device grants more than a session's cookie or a refresh
/// token, and outlives both.
enum FreshSignIn {
    /// The seconds for which a sign-in is recent: as where a policy requires one every time.
    static let seconds = SessionControls.everyTimeSeconds

    /// Whether a sign-in is too old for one of the APIs.
    static func isMissing(for apis: [Application], since authenticatedAt: Int64, now: Int64) -> Bool {
        guard apis.contains(where: { $0.appID.lowercased() == AccessCheck.registrationService }) else { return false }
        let (age, overflow) = now.subtractingReportingOverflow(authenticatedAt)
        return overflow || age > seconds
    }
}
