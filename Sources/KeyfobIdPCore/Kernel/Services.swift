package import KeyfobCore
package import KeyfobIdPModel
import KeyfobOAuth

/// The dependencies of every handler.
package struct Services: Sendable {
    let configuration: IdPConfiguration
    package let store: any IdPStore
    package let clock: any WallClock
    let random: any RandomSource
    package let directories: DirectoryCache
    let passwords: PasswordChecker
    let housekeeping = Housekeeping()
    package let clockMoved: @Sendable (Int64) throws -> Void

    /// Whole seconds since 1970, by the provider's movable clock.
    func now(_ directory: Directory) -> Int64 { clock.unixSeconds &+ directory.clockOffset }
}

/// The directory changed between the beginning of a request and its transaction: the request starts again.
struct StaleDirectory: Error {}
