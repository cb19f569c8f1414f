/// How the device identifies an app.
public enum AppAssurance: String, Sendable, Hashable, CaseIterable {
    /// By the kernel: the app's processes have a user id of their own.
    case kernelEnforced
    /// All apps run under one user id, so that any of them can impersonate another: no proof of anything.
    case claimed
}
