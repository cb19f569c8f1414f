import KeyfobIdPCore
package import KeyfobIdPModel
import KeyfobOAuth

extension SeedData {
    /// The registrations of the platform's vendor in every tenant: the management API, the three clients of the family
    /// `1` whose members share refresh tokens, the broker and the command-line tool, which are in no family.
    static var vendorApplications: [Application] { [management, registration, appProtection] + vendorClients }

    /// The registrations of the platform's vendor that every directory has: also Microsoft Graph.
    package static var platform: [Application] { [graph] + vendorApplications }

    /// A client of the family: Microsoft Office, which tests sign in to first.
    package static let officeClientID = "d3590ed6-52b3-4102-aeff-aad2292ab01c"
    /// Another member of the family: Microsoft Teams.
    package static let teamsClientID = "1fec8e78-bce4-4aaf-ab1b-5451cc387264"
    /// A third one: Microsoft Azure PowerShell.
    package static let powerShellClientID = "1950a258-227b-4e31-a9cf-717495945fc2"
    /// The vendor's broker, which is in no family.
    package static let brokerClientID = "29d9ed98-a469-4536-ade2-f981bc1d605e"
    /// The vendor's command-line tool, which left the family in 2026.
    package static let commandLineClientID = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

    private static let clients: [(id: String, name: String, family: String?)] = [
        (officeClientID, "Microsoft Office", "1"), (teamsClientID, "Microsoft Teams", "1"),
        (powerShellClientID, "Microsoft Azure PowerShell", "1"),
        (brokerClientID, "Microsoft Authentication Broker", nil), (commandLineClientID, "Microsoft Azure CLI", nil),
    ]

    private static let vendorClients: [Application] = clients.enumerated().map { index, client in
        var application = Application(
            appID: client.id, objectID: "33333333-0000-4000-8000-0000000000e\(index)", tenantID: tenantID,
            displayName: client.name, signInAudience: .organizationsAndPersonal,
            redirectURIs: RedirectURIs(publicClient: [
                "http://localhost", "https://login.microsoftonline.com/common/oauth2/nativeclient",
                "urn:ietf:wg:oauth:2.0:oob",
            ]))
        if client.id == brokerClientID {
            // The redirect URI for the broker's own sign-in by certificate.
            application.redirectURIs.publicClient.append(
                "msauth://code/https%3A%2F%2Flogin.microsoftonline.com%2Fcommon%2Foauth2%2Fnativeclient")
        }
        application.familyID = client.family
        application.isFirstParty = true
        return application
    }

    /// The API of Azure Resource Manager.
    package static let managementAppID = "797f4846-ba00-4fd7-ba43-dac1f8f63013"

    private static let management: Application = {
        var management = Application(
            appID: managementAppID, objectID: "33333333-0000-4000-8000-0000000000f3",
            tenantID: tenantID, displayName: "Azure Service Management", signInAudience: .organizationsAndPersonal,
            identifierURIs: ["https://management.azure.com/", "https://management.core.windows.net/"],
            requestedAccessTokenVersion: 1,
            scopes: [
                scope("0021", "user_impersonation", "Manage your resources", "Manage resources as you.")
            ])
        management.optionalClaims = OptionalClaims(accessToken: ["xms_cc"])
        management.preAuthorizedApplications = trusted(with: management)
        return management
    }()

    /// The device registration service, whose tokens a user needs to register a device. A registered device signs in as its
    /// user for weeks, so that only the vendor's clients get the permission: any other needs an administrator's consent.
    private static let registration: Application = {
        var register = scope(
            "0041", DeviceRegistrationService.permission, "Register devices", "Register devices as yours.")
        register.requiresAdministrator = true
        var registration = Application(
            appID: RegistrationDiscovery.resourceAppID, objectID: "33333333-0000-4000-8000-0000000000f5",
            tenantID: tenantID, displayName: "Device Registration Service",
            identifierURIs: [RegistrationDiscovery.resourceURI], requestedAccessTokenVersion: 1,
            scopes: [register])
        registration.isFirstParty = true
        registration.preAuthorizedApplications = trusted(with: registration)
        return registration
    }()

    /// The app-protection service, at which the vendor's clients, Contoso Suite and Fabrikam Notes may enrol.
    private static let appProtection: Application = {
        var service = Application(
            appID: AppProtection.serviceID, objectID: "33333333-0000-4000-8000-0000000000f4", tenantID: tenantID,
            displayName: "Intune App Protection", signInAudience: .organizationsAndPersonal,
            identifierURIs: ["https://msmamservice.api.application", "https://intunemam.microsoftonline.com"],
            requestedAccessTokenVersion: 1,
            scopes: [
                scope("0031", AppProtection.permission, "Protect your data in apps", "Enrol apps in your name.")
            ])
        let apps = clients.map(\.id) + [suiteClientID, notesClientID]
        service.preAuthorizedApplications = apps.map {
            PreAuthorizedApplication(appID: $0, permissionIDs: service.scopes.map(\.id))
        }
        return service
    }()

    /// The vendor's clients have every permission of the vendor's APIs in advance.
    static func trusted(with api: Application) -> [PreAuthorizedApplication] {
        clients.map { PreAuthorizedApplication(appID: $0.id, permissionIDs: api.scopes.map(\.id)) }
    }
}
