/// The kind of accounts that an application signs in (`signInAudience` of the registration).
#if canImport(ObjectiveC)
@objc(MSALAudienceType)
#endif
public enum MSALAudienceType: Int, Sendable {
    /// Work, school and personal accounts: the tenant segment `common`.
    case azureADAndPersonalMicrosoftAccountAudience
    /// Work and school accounts of any organization: `organizations`.
    case azureADMultipleOrgsAudience
    /// Accounts of one organization, which the raw tenant names.
    case azureADMyOrgOnlyAudience
    /// Personal accounts only: `consumers`.
    case personalMicrosoftAccountAudience
}
