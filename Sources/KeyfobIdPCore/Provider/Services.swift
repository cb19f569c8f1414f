import KeyfobCore
import KeyfobOAuth

/// What every handler works with.
struct Services: Sendable {
    let configuration: IdPConfiguration
    let store: any IdPStore
    let clock: any WallClock
    let random: any RandomSource
    let directories: DirectoryCache
    let passwords: PasswordChecker
    let housekeeping = Housekeeping()
    let clockMoved: @Sendable (Int64) throws -> Void

    /// Whole seconds since 1970, as the provider's movable clock shows them.
    func now(_ directory: Directory) -> Int64 { clock.unixSeconds &+ directory.clockOffset }
}

/// The directory changed between a request's first look at it and its transaction: the request starts again.
struct StaleDirectory: Error {}
