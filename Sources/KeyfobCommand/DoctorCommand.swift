#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore
import KeyfobStoreSQLite

/// `keyfob doctor`: how the stores are, and with `--rekey` another key for one; or how an app's setup is, from its files.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine the stores and their keys or an app's setup, or rotate or move a key.",
        discussion: """
            Without --rekey and --salvage nothing is changed. With --rekey every secret of the store is sealed anew under a new key, and \
            the former key is removed; nobody has to sign in again, and copies of the store from before cannot be \
            opened any more. With --salvage a store that is damaged is set aside, and what can be read of it is kept in a \
            fresh one. Exit status 4: a store's key is out of reach; 1: something else is wrong.

            With --info-plist, --entitlements or --registration an app's files are checked in place of the stores, by \
            the rules that the SDK applies when the app starts: each fault with what it means and what to paste. Exit \
            status 4: sign-in would fail.
            """)

    /// Where the new key is kept.
    enum Target: String, CaseIterable {
        case inPlace = "in-place"
        case file
        case secretService = "secret-service"
    }

    @Option(
        name: .customLong("rekey"), defaultAsFlag: Target.inPlace.rawValue,
        help: ArgumentHelp(
            "Give the store a new key: where the present one is, or in file or secret-service.", valueName: "place"))
    var place: String?

    @Flag(help: "Search each store as a whole; set a damaged one aside and keep what can be read of it.")
    var salvage = false

    @Option(
        name: .customLong("access-group"),
        help: ArgumentHelp("Only the store of this name.", discussion: "Default: every one.", valueName: "name"))
    var accessGroup: String?

    @Flag(name: .customLong("json"), help: "Answer with one JSON document, errors included.")
    var asJSON = false

    @OptionGroup(title: "An app's setup") var setup: SetupOptions

    func validate() throws {
        guard !setup.namesFiles || (place == nil && accessGroup == nil && !salvage) else {
            throw ValidationError(
                "--rekey, --salvage and --access-group are about the stores, not about an app's files.")
        }
        guard !salvage || place == nil else {
            throw ValidationError("--salvage and --rekey are two things; do one after the other.")
        }
        // By hand: of an option that may stand alone, the parser takes a wrong value for a stray word.
        if let place, Target(rawValue: place) == nil {
            let places = Target.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--rekey takes no place '\(place)': leave it out, or write one of \(places).")
        }
    }

    func run() async throws {
        guard !setup.namesFiles else { return try examineSetup() }
        let doctor = try Doctor(environment: ProcessInfo.processInfo.environment)
        let group = try accessGroup.map { text throws(AuthError) in try AccessGroup(text) }
        guard !salvage else { return show(try doctor.salvage(group)) }
        guard let place else { return try examine(doctor, group) }
        let rekeyed = group ?? .standard
        show(try await doctor.rekey(rekeyed, to: SealingKeyPlace(rawValue: place)), rekeyed)
    }

    private func examine(_ doctor: Doctor, _ group: AccessGroup?) throws {
        let examined = try doctor.examine(group)
        if asJSON {
            Output.json(["home": .string(examined.home), "stores": .array(examined.stores.map(\.json))])
        } else if examined.stores.isEmpty {
            Output.line("There is no store in \(examined.home) yet.")
        } else {
            Output.line(examined.stores.map(\.text).joined(separator: "\n\n"))
        }
        guard examined.status == .done else { throw examined.status }
    }

    private func examineSetup() throws {
        let examined = try SetupExamination(setup)
        if asJSON { Output.json(examined.json) } else { Output.line(examined.text) }
        guard examined.status == .done else { throw examined.status }
    }

    private func show(_ searches: [StoreSearch]) {
        guard !asJSON else {
            return Output.json([
                "stores": .array(
                    searches.map { search in
                        [
                            "accessGroup": .string(search.group.name),
                            "setAside": search.setAside.map { .string($0) } ?? .null,
                            "salvaged": .integer(search.salvaged),
                        ]
                    })
            ])
        }
        for search in searches {
            guard let aside = search.setAside else {
                Output.line("The store of \(search.group) is whole.")
                continue
            }
            Output.line(
                "The store of \(search.group) was damaged. It was set aside as \(aside), and \(search.salvaged) of its "
                    + "entries were kept. Whoever is missing now has to sign in again.")
        }
        if searches.isEmpty { Output.line("There is no store yet.") }
    }

    private func show(_ result: RekeyResult, _ group: AccessGroup) {
        if let leftBehind = result.leftBehind {
            Output.warn("A key that nothing is sealed with any more may still be there: \(leftBehind)")
        }
        guard !asJSON else {
            return Output.json([
                "accessGroup": .string(group.name), "formerPlace": .string(result.formerPlace),
                "place": .string(result.place), "resealed": .integer(result.resealed),
                "unreadable": .integer(result.unreadable), "formerKeyRemoved": .bool(result.leftBehind == nil),
            ])
        }
        Output.line("\(result.resealed) secrets of \(group) are sealed anew; the key is in \(result.place).")
        if result.unreadable > 0 {
            Output.line("\(result.unreadable) did not open before either: they were changed in the file.")
        }
    }
}
#endif
