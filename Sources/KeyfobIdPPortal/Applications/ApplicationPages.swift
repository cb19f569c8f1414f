import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The list of app registrations, and the page for a new one.
enum ApplicationPages {
    /// The tenant's registrations, filtered by name or id.
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let wanted = (request.query["q"] ?? "").trimmed.lowercased()
        let all = request.context.directory.applications.filter { $0.tenantID == request.tenant.id }
            .sorted { ($0.displayName.lowercased(), $0.appID) < ($1.displayName.lowercased(), $1.appID) }
        let found = all.filter { application in
            wanted.isEmpty || application.displayName.lowercased().contains(wanted)
                || application.appID.lowercased().contains(wanted)
                || application.identifierURIs.contains { $0.lowercased().contains(wanted) }
        }
        let rows: [[HTML]] = found.prefix(200).map { application in
            let count = application.credentials.map { $0.secrets.count + $0.certificates.count } ?? 0
            return [
                .link(address(application), application.displayName), .text(application.appID),
                .text(audience(application.signInAudience)), .text(count == 0 ? "none" : String(count)),
            ]
        }
        let add: HTML? =
            request.may(.createApplications)
            ? "<p>\(HTML.link("/portal/applications/new", "New registration"))</p>\n" : nil
        return PortalPage(
            id: "applications", title: "App registrations", section: .applications,
            content: """
                \(add)\(PortalFilter.search("applications", "Name, client id or identifier URI", wanted))
                \(PortalTable(
                    caption: PortalFilter.caption("applications", shown: rows.count, of: found.count),
                    columns: ["Name", "Application (client) id", "Accounts", "Secrets and certificates"], rows: rows,
                    empty: "No application fits.").html)
                """
        ).response(request)
    }

    /// The page for a new registration.
    static func new(_ request: PortalRequest) async throws -> HTTPResponse {
        let fields: [HTML] = [
            request.field("register", "displayName", "Name", hint: "Users see it when they sign in.", isFirst: true),
            request.select("register", "signInAudience", "Accounts", audiences, SignInAudience.myOrganization.rawValue),
            request.select(
                "register", "platform", "Platform of the redirect URI", Platform.options, Platform.publicClient.rawValue
            ),
            request.field(
                "register", "redirectUri", "Redirect URI (optional)",
                hint: "For an app: msauth.BUNDLE-ID://auth. More can be added later."),
            request.field(
                "register", "bundleIds", "Bundle ids (optional)",
                hint: "Of the apps on Apple's systems, separated by commas. Their redirect URIs are added."),
        ]
        return PortalPage(
            id: "application-new", title: "Register an application", section: .applications,
            content: request.form("register", to: "/portal/applications", label: "Register", fields)
        ).response(request)
    }

    /// Registers an application.
    static func create(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("register", showing: new) {
            var body: [String: JSONValue] = [
                "displayName": .string(try request.required("displayName", "The name")),
                "signInAudience": .string(request.text("signInAudience") ?? SignInAudience.myOrganization.rawValue),
                "api": ["requestedAccessTokenVersion": 2],
                "createdDateTime": .string(GraphTime.text(request.context.now)),
            ]
            var uris: [String: [String]] = [:]
            if let uri = request.text("redirectUri") { uris[Platform.of(request).member, default: []].append(uri) }
            uris[Platform.publicClient.member, default: []] += bundleIDs(request).map { "msauth.\($0)://auth" }
            for (member, list) in uris where !list.isEmpty { body[member] = ["redirectUris": .strings(list)] }
            let random = request.context.random
            var application = try ApplicationJSON.read(
                DirectoryDocument(.object(body), known: ApplicationJSON.known), appID: random.uuid(),
                objectID: random.uuid(), tenantID: request.tenant.id)
            application.owners = [request.session.user.objectID]
            let made = application
            let creator = request.may(.writeApplications) ? nil : request.session.user
            try await request.edit { try $0.register(made, madeBy: creator, byAdministrator: creator == nil) }
            return "\(address(made))?done=created"
        }
    }

    /// The bundle ids that a form names.
    static func bundleIDs(_ request: PortalRequest) -> [String] {
        (request.text("bundleIds") ?? "").split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The address of a registration's page.
    static func address(_ application: Application) -> String { HTML.address("applications", application.objectID) }

    /// The accounts that may sign in, in words.
    static func audience(_ audience: SignInAudience) -> String {
        audiences.first { $0.value == audience.rawValue }?.label ?? audience.rawValue
    }

    static let audiences: [(value: String, label: String)] = [
        (SignInAudience.myOrganization.rawValue, "This organization"),
        (SignInAudience.multipleOrganizations.rawValue, "Any organization"),
        (SignInAudience.organizationsAndPersonal.rawValue, "Any organization, and personal accounts"),
        (SignInAudience.personal.rawValue, "Personal accounts"),
    ]

    /// A platform of redirect URIs.
    enum Platform: String, CaseIterable {
        case publicClient, web, spa

        /// The member of Microsoft Graph's `application`.
        var member: String { rawValue }

        var title: String {
            switch self {
            case .publicClient: "Mobile and desktop app"
            case .web: "Web server"
            case .spa: "Single-page app"
            }
        }

        static var options: [(value: String, label: String)] { allCases.map { ($0.rawValue, $0.title) } }

        static func of(_ request: PortalRequest) -> Platform {
            request.text("platform").flatMap(Platform.init(rawValue:)) ?? .publicClient
        }

        func uris(_ application: Application) -> [String] {
            switch self {
            case .publicClient: application.redirectURIs.publicClient
            case .web: application.redirectURIs.web
            case .spa: application.redirectURIs.singlePage
            }
        }
    }
}
