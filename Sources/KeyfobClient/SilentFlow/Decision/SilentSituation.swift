import Foundation
import KeyfobCache
import KeyfobCore

/// What the store has for a silent call: the inputs of the call's decision, and the values that they were made of. The
/// call and its explanation read it by one function.
struct SilentSituation: Sendable {
    /// The parameters, with the account as the store has it.
    let parameters: SilentParameters
    /// The authority, with the tenant resolved as far as the store can; nil if the server has to be asked for the tenant
    /// of a domain.
    var authority: Authority?
    /// When the store was read.
    let now: Date
    /// The stored token that has the scopes and, for a bound token, the key.
    var cached: CachedAccessToken?
    /// The inputs before the server is asked. The refresh tokens have not been read.
    var inputs: SilentInputs
}
