/// What the log hides. Secrets are never in it, at any level.
#if canImport(ObjectiveC)
@objc(MSALLogMaskingLevel)
#endif
public enum MSALLogMaskingLevel: Int, Sendable {
    /// Everything personal is hidden; the default.
    case settingsMaskAllPII
    /// What identifies a person is hidden; identifiers of organizations are shown.
    case settingsMaskEUIIOnly
    /// Only secrets are hidden.
    case settingsMaskSecretsOnly
}
