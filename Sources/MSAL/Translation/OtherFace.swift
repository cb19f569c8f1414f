import Foundation

/// Whether ADAL is in the same process, Keyfob's or Microsoft's: asked of the runtime, since neither face knows the
/// other.
enum OtherFace {
    /// What to say of it; nil if it is not there.
    static var warning: String? {
        let isHere = ["ADAL.ADAuthenticationContext", "ADAuthenticationContext"].contains {
            NSClassFromString($0) != nil
        }
        guard isHere else { return nil }
        return "MSAL and ADAL are in one process. That is for the time of a migration, and not supported in production."
    }
}
