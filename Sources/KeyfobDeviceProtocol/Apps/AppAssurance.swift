/// What the device's word about who an app is rests on.
public enum AppAssurance: String, Sendable, Hashable, CaseIterable {
    /// The kernel says so: the app's processes have a user id of their own.
    case kernelEnforced
    /// All apps run under one user id, so that any of them can speak as another: no proof of anything.
    case claimed
}
