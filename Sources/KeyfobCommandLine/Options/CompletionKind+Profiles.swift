#if Server
package import ArgumentParser

extension CompletionKind {
    /// The names of the user's profiles.
    package static var profiles: CompletionKind { .shellCommand("keyfob config list --names 2>/dev/null") }
}
#endif
