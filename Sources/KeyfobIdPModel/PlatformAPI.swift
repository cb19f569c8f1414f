/// The APIs of the platform's vendor, at which this provider answers itself. The value is the application id.
package enum PlatformAPI: String, Sendable, CaseIterable {
    /// Microsoft Graph.
    case graph = "00000003-0000-0000-c000-000000000000"
    /// Azure Resource Manager.
    case resourceManager = "797f4846-ba00-4fd7-ba43-dac1f8f63013"
    /// Intune's app protection.
    case appProtection = "6c7e8096-f593-4d72-807f-a5f86dcc9c77"
    /// The registration of devices.
    case deviceRegistration = "01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9"

    /// The hosts in the identifier URIs of the API: no other application can have a name with one of them.
    package var hosts: [String] {
        switch self {
        case .graph: ["graph.microsoft.com"]
        case .resourceManager: ["management.azure.com", "management.core.windows.net"]
        case .appProtection: ["msmamservice.api.application", "intunemam.microsoftonline.com"]
        case .deviceRegistration: ["enterpriseregistration.windows.net"]
        }
    }
}
