#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore
import KeyfobStoreSQLite

/// `keyfob doctor`: examines the stores, and with `--rekey` changes the key of one; or examines an app's setup, from
/// its files.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine the stores and their keys or an app's setup, or rotate or move a key.",
        discussion: """
            Without --rekey and --salvage nothing is changed. With --rekey every secret of the store is sealed again \
            under a new key, and the former key is removed; no user has to sign in again, and earlier copies of the \
            store cannot be opened any more. With --salvage a damaged store is set aside, and its readable entries \
            are kept in a new one. Exit status 4: a store's key is out of reach; 1: there is another problem.

            With --info-plist, --entitlements or --registration an app's files are checked instead of the stores, by \
            the rules that the SDK applies when the app starts: each fault is listed with its meaning and the text \
            to paste. Exit status 4: sign-in would fail.
            """)

    /// The place of the new key.
    enum Target: String, CaseIterable {
        case inPlace = "in-place"
        case file
        case secretService = "secret-service"
    }

    @Option(
        name: .customLong("rekey"), defaultAsFlag: Target.inPlace.rawValue,
        help: ArgumentHelp(
            "Give the store a new key: in the present place, or in file or secret-service.", valueName: "place"),
        completion: .list(Target.allCases.map(\.rawValue)))
    var place: String?

    @Flag(help: "Search each store as a whole; set a damaged one aside and keep its readable entries.")
    var salvage = false

    @Option(
        name: .customLong("access-group"),
        help: ArgumentHelp("Only the store of this name.", discussion: "Default: every one.", valueName: "name"))
    var accessGroup: String?

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    @OptionGroup(title: "An app's setup") var setup: SetupOptions

    func validate() throws {
        guard !setup.namesFiles || (place == nil && accessGroup == nil && !salvage) else {
            throw ValidationError(
                "--rekey, --salvage and --access-group are about the stores, not about an app's files.")
        }
        guard !salvage || place == nil else {
            throw ValidationError("--salvage and --rekey cannot be combined; run one after the other.")
        }
        // Validated here because the parser takes a wrong value of an option with a default for a stray argument.
        if let place, Target(rawValue: place) == nil {
            let places = Target.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--rekey has no place '\(place)': omit it, or pass one of \(places).")
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
                Output.line("The store of \(search.group) is intact.")
                continue
            }
            Output.line(
                "The store of \(search.group) was damaged. It was set aside as \(aside), and \(search.salvaged) of its "
                    + "entries were kept. Users who are missing have to sign in again.")
        }
        if searches.isEmpty { Output.line("There is no store yet.") }
    }

    private func show(_ result: RekeyResult, _ group: AccessGroup) {
        if let leftBehind = result.leftBehind {
            Output.warn("The former key, which seals nothing any more, may not have been removed: \(leftBehind)")
        }
        guard !asJSON else {
            return Output.json([
                "accessGroup": .string(group.name), "formerPlace": .string(result.formerPlace),
                "place": .string(result.place), "resealed": .integer(result.resealed),
                "unreadable": .integer(result.unreadable), "formerKeyRemoved": .bool(result.leftBehind == nil),
            ])
        }
        Output.line("\(result.resealed) secrets of \(group) are sealed again; the key is in \(result.place).")
        if result.unreadable > 0 {
            Output.line("\(result.unreadable) could not be opened before either: they were changed in the file.")
        }
    }
}
#endif
