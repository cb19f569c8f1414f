public import Foundation
import KeyfobCore

/// An authority of the Microsoft identity platform: `https://HOST/TENANT`.
#if canImport(ObjectiveC)
@objc(MSALAADAuthority)
@objcMembers
#endif
open class MSALAADAuthority: MSALAuthority, @unchecked Sendable {
    // Unchecked as `MSALAuthority` is: nothing here changes either.

    override init(_ core: Authority) { super.init(core) }

    /// Reads an address; everything after the first path segment is dropped.
    ///
    /// - Parameter url: `https://HOST/TENANT`.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if it is not `https` or names no tenant.
    #if canImport(ObjectiveC)
    @objc(initWithURL:error:)
    #endif
    public init(url: URL) throws {
        try super.init(
            ErrorTranslation.rethrowing { () throws(AuthError) in
                try AuthorityTranslation.aad(url.absoluteString, tenant: nil)
            })
    }

    /// Reads an address with another tenant.
    ///
    /// - Parameters:
    ///   - url: `https://HOST/TENANT`.
    ///   - rawTenant: replaces the address's tenant: an id or a verified domain; nil keeps it.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the address is not `https` or names no
    ///   tenant.
    #if canImport(ObjectiveC)
    @objc(initWithURL:rawTenant:error:)
    #endif
    public init(url: URL, rawTenant: String?) throws {
        try super.init(
            ErrorTranslation.rethrowing { () throws(AuthError) in
                try AuthorityTranslation.aad(url.absoluteString, tenant: rawTenant)
            })
    }

    /// Names an audience in a national cloud.
    ///
    /// - Parameters:
    ///   - cloudInstance: the cloud.
    ///   - audienceType: the kind of accounts.
    ///   - rawTenant: the tenant, with ``MSALAudienceType/azureADMyOrgOnlyAudience``; nil with every other audience.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the tenant is missing, or is given with
    ///   another audience.
    #if canImport(ObjectiveC)
    @objc(initWithCloudInstance:audienceType:rawTenant:error:)
    #endif
    public init(
        cloudInstance: MSALAzureCloudInstance, audienceType: MSALAudienceType, rawTenant: String?
    ) throws {
        try super.init(
            AuthorityTranslation.audience(audienceType, environment: cloudInstance.host, rawTenant: rawTenant))
    }

    /// Names an audience at a host.
    ///
    /// - Parameters:
    ///   - environment: the host, `login.microsoftonline.com`, with the port if it is not 443.
    ///   - audienceType: the kind of accounts.
    ///   - rawTenant: the tenant, with ``MSALAudienceType/azureADMyOrgOnlyAudience``; nil with every other audience.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the tenant is missing, or is given with
    ///   another audience, or the host is malformed.
    #if canImport(ObjectiveC)
    @objc(initWithEnvironment:audienceType:rawTenant:error:)
    #endif
    public init(environment: String, audienceType: MSALAudienceType, rawTenant: String?) throws {
        try super.init(
            AuthorityTranslation.audience(audienceType, environment: environment, rawTenant: rawTenant))
    }
}

extension MSALAzureCloudInstance {
    /// The cloud's sign-in host.
    var host: String {
        switch self {
        case .publicCloudInstance: "login.microsoftonline.com"
        case .chinaCloudInstance: "login.chinacloudapi.cn"
        case .germanyCloudInstance: "login.microsoftonline.de"
        case .usGovernmentCloudInstance: "login.microsoftonline.us"
        case .franceCloudInstance: "login.sovcloud-identity.fr"
        case .delosCloudInstance: "login.sovcloud-identity.de"
        case .govSGCloudInstance: "login.sovcloud-identity.sg"
        }
    }
}

extension MSALAudienceType {
    /// The tenant segment of an audience.
    func tenant(_ rawTenant: String?) throws -> String {
        let rawTenant = rawTenant.flatMap { $0.isEmpty ? nil : $0 }
        let segment: String? =
            switch self {
            case .azureADAndPersonalMicrosoftAccountAudience: "common"
            case .azureADMultipleOrgsAudience: "organizations"
            case .personalMicrosoftAccountAudience: "consumers"
            case .azureADMyOrgOnlyAudience: nil
            }
        switch (segment, rawTenant) {
        case (let segment?, nil): return segment
        case (nil, let tenant?): return tenant
        case (nil, nil):
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter,
                "The audience is one organization, and rawTenant does not name it. Pass the tenant's id or domain.")
        default:
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter,
                "A rawTenant is valid only with the audience azureADMyOrgOnlyAudience. Pass nil, or that audience.")
        }
    }
}

/// The kind of accounts that an application signs in (`signInAudience` of the registration).
#if canImport(ObjectiveC)
@objc(MSALAudienceType)
#endif
public enum MSALAudienceType: Int, Sendable {
    /// Work, school and personal accounts: the tenant segment `common`.
    #if canImport(ObjectiveC)
    @objc(MSALAzureADAndPersonalMicrosoftAccountAudience)
    #endif
    case azureADAndPersonalMicrosoftAccountAudience
    /// Work and school accounts of any organization: `organizations`.
    #if canImport(ObjectiveC)
    @objc(MSALAzureADMultipleOrgsAudience)
    #endif
    case azureADMultipleOrgsAudience
    /// Accounts of one organization, which the raw tenant names.
    #if canImport(ObjectiveC)
    @objc(MSALAzureADMyOrgOnlyAudience)
    #endif
    case azureADMyOrgOnlyAudience
    /// Personal accounts only: `consumers`.
    #if canImport(ObjectiveC)
    @objc(MSALPersonalMicrosoftAccountAudience)
    #endif
    case personalMicrosoftAccountAudience
}

/// A national cloud of the Microsoft identity platform.
#if canImport(ObjectiveC)
@objc(MSALAzureCloudInstance)
#endif
public enum MSALAzureCloudInstance: Int, Sendable {
    /// `login.microsoftonline.com`
    #if canImport(ObjectiveC)
    @objc(MSALAzurePublicCloudInstance)
    #endif
    case publicCloudInstance
    /// `login.chinacloudapi.cn`
    #if canImport(ObjectiveC)
    @objc(MSALAzureChinaCloudInstance)
    #endif
    case chinaCloudInstance
    /// `login.microsoftonline.de`, the former German cloud.
    #if canImport(ObjectiveC)
    @objc(MSALAzureGermanyCloudInstance)
    #endif
    case germanyCloudInstance
    /// `login.microsoftonline.us`
    #if canImport(ObjectiveC)
    @objc(MSALAzureUsGovernmentCloudInstance)
    #endif
    case usGovernmentCloudInstance
    /// `login.sovcloud-identity.fr`
    #if canImport(ObjectiveC)
    @objc(MSALAzureFranceCloudInstance)
    #endif
    case franceCloudInstance
    /// `login.sovcloud-identity.de`
    #if canImport(ObjectiveC)
    @objc(MSALAzureDelosCloudInstance)
    #endif
    case delosCloudInstance
    /// `login.sovcloud-identity.sg`
    #if canImport(ObjectiveC)
    @objc(MSALAzureGovSGCloudInstance)
    #endif
    case govSGCloudInstance
}

/// Converts MSAL's authorities to the core's.
enum AuthorityTranslation {
    /// - Parameter tenant: replaces the address's tenant.
    static func aad(_ text: String, tenant: String?) throws(AuthError) -> Authority {
        let authority = try Authority(text)
        guard authority.kind == .aad else {
            throw .configuration(
                "The authority is not one of the Microsoft identity platform.",
                remedy: "Use MSALB2CAuthority or MSALCIAMAuthority, or MSALAuthority, which detects the kind.")
        }
        return tenant.map(authority.with(tenant:)) ?? authority
    }

    /// The authority of an audience at a host.
    static func audience(
        _ audience: MSALAudienceType, environment: String, rawTenant: String?
    ) throws -> Authority {
        let tenant = try audience.tenant(rawTenant)
        return try ErrorTranslation.rethrowing { () throws(AuthError) in
            try .aad(.tenant(tenant), host: environment)
        }
    }
}
