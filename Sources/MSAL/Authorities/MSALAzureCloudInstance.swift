/// A national cloud of the Microsoft identity platform.
#if canImport(ObjectiveC)
@objc(MSALAzureCloudInstance)
#endif
public enum MSALAzureCloudInstance: Int, Sendable {
    /// `login.microsoftonline.com`
    case publicCloudInstance
    /// `login.chinacloudapi.cn`
    case chinaCloudInstance
    /// `login.microsoftonline.de`, the former German cloud.
    case germanyCloudInstance
    /// `login.microsoftonline.us`
    case usGovernmentCloudInstance
    /// `login.sovcloud-identity.fr`
    case franceCloudInstance
    /// `login.sovcloud-identity.de`
    case delosCloudInstance
    /// `login.sovcloud-identity.sg`
    case govSGCloudInstance
}
