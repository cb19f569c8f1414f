import KeyfobConformance
import MSAL
import Testing

extension Trait where Self == FreshTaskLocal<ProcessState> {
    /// Separate process-wide state for each test: configuration, log callback, and the one sign-in at a time.
    static var ownProcess: Self { FreshTaskLocal(ProcessState.$current) { ProcessState() } }
}
