/// `signInAudience`: the accounts that may sign in to an application.
package enum SignInAudience: String, Sendable, Hashable, Codable, CaseIterable {
    /// Accounts of the tenant in which it is registered.
    case myOrganization = "AzureADMyOrg"
    /// Accounts of any organization.
    case multipleOrganizations = "AzureADMultipleOrgs"
    /// Accounts of any organization, and personal ones.
    case organizationsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    /// Personal accounts only.
    case personal = "PersonalMicrosoftAccount"
}
