/// The data that the log hides. Secrets are never in it, at any level.
#if canImport(ObjectiveC)
@objc(MSALLogMaskingLevel)
#endif
public enum MSALLogMaskingLevel: Int, Sendable {
    /// All personal data is hidden; the default.
    case settingsMaskAllPII
    /// Data that identifies a user is hidden; identifiers of organizations are shown.
    case settingsMaskEUIIOnly
    /// Only secrets are hidden.
    case settingsMaskSecretsOnly
}
