import Foundation

/// Detects whether ADAL, Keyfob's or Microsoft's, is in the same process: through the runtime, since neither module
/// imports the other.
enum OtherLibrary {
    /// The warning to log; nil if ADAL is not in the process.
    static var warning: String? {
        let isHere = ["ADAL.ADAuthenticationContext", "ADAuthenticationContext"].contains {
            NSClassFromString($0) != nil
        }
        guard isHere else { return nil }
        return "MSAL and ADAL are in one process. That is for the time of a migration, and not supported in production."
    }
}
