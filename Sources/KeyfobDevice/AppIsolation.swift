/// How the switchboard keeps its apps apart.
public enum AppIsolation: String, Sendable, Hashable, CaseIterable {
    /// Each app has a user id of its own.
    case userPerApp = "user_per_app"
    /// All run under one user id, and every caller is merely claimed.
    case insecureSingleUser = "insecure_single_uid"
}
