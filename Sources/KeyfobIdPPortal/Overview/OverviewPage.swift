import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The first page: the tenant, what is done most, and the latest refusals.
enum OverviewPage {
    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        let tenant = request.tenant
        let roles = request.session.roles.map(\.displayName).joined(separator: ", ")
        let counts = request.context.directory.policies(of: tenant.id)
        let applications = request.context.directory.applications.count { $0.tenantID == tenant.id }
        let tasks: [(String, String, Bool)] = [
            ("/portal/applications/new", "Register an application", request.may(.createApplications)),
            ("/portal/users/new", "Add a user", request.may(.writeUsers)),
            ("/portal/policies/new", "Add a Conditional Access policy", request.may(.writePolicies)),
            ("/portal/sign-ins?result=refused", "Find out why a sign-in failed", request.may(.readLogs)),
            ("/portal/try", "Try a sign-in", true),
            ("/portal/files", "Export the directory as a file, or apply one", request.session.isGlobalAdministrator),
        ]
        let links: [HTML] = tasks.filter(\.2).map { "<li>\(HTML.link($0.0, $0.1))</li>\n" }
        return PortalPage(
            id: "overview", title: tenant.displayName, section: .overview,
            content: """
                \(HTML.facts([
                    ("Directory (tenant) id", .text(tenant.id)),
                    ("Domains", .text(tenant.domains.joined(separator: ", "))),
                    ("Your roles", .text(roles)),
                    ("App registrations", .text(String(applications))),
                    ("Groups", .text(String(counts.groups.count))),
                    ("Policies", .text(String(counts.policies.count))),
                ]))<h2>Tasks</h2>
                <ul class="plain-list" id="tasks">
                \(links)</ul>
                <h2>Another directory</h2>
                <form action="/portal/sign-in"><label for="tenant-name">Domain or id of the directory</label>
                <p class="hint" id="tenant-hint">You sign in there as a member or a guest.</p>
                <input type="text" id="tenant-name" name="tenant" autocomplete="off" aria-describedby="tenant-hint">
                <div class="actions"><button class="plain">Sign in to it</button></div></form>

                """
        ).response(request)
    }
}
