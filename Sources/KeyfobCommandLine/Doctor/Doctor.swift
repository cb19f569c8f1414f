#if Server
import KeyfobCache
package import KeyfobCore
package import KeyfobStoreSQLite

/// The work of `keyfob doctor` without its arguments: examining the stores of a home, and changing the key of one.
package struct Doctor: Sendable {
    private let home: String
    private let places: SealingKeyPlaces
    private let environment: [String: String]

    /// Takes the home from an environment; nothing is created.
    ///
    /// - Throws: `AuthError` with code `configuration` if the environment names no home, or an unknown key place.
    package init(environment: [String: String]) throws(AuthError) {
        self.environment = environment
        home = try KeyfobHome.resolve(environment: environment)
        places = try .tools(home: home, environment: environment)
    }

    /// Examines the store of a group, or every store.
    ///
    /// - Throws: `AuthError` with code `configuration` if the group has no store, `storeUnavailable` if the home cannot
    ///   be read.
    package func examine(_ group: AccessGroup?) throws(AuthError) -> Examined {
        let examination = StoreExamination(home: home, places: places)
        let all = try examination.groups()
        if let group, !all.contains(group) { throw missing(group) }
        let reports = try each(group.map { [$0] } ?? all, "Examining") { group in examination.report(group) }
        return Examined(home: home, stores: reports)
    }

    /// Gives the store of a group another key.
    ///
    /// - Parameter place: the place of the new key; nil for that of the present one.
    /// - Throws: `AuthError` with code `configuration` if the group has no store, and the errors of changing a key.
    package func rekey(_ group: AccessGroup, to place: SealingKeyPlace?) async throws(AuthError) -> RekeyResult {
        guard try StoreExamination(home: home, places: places).groups().contains(group) else { throw missing(group) }
        let line = ProgressLine("Waiting for the store of \(group)", environment: environment)
        defer { line.end() }
        return try await SQLiteCredentialStore(group: group, home: home, places: places).rekey(to: place) { done, all in
            line.update("Sealing the secrets of \(group): \(done) of \(all)")
        }
    }

    /// Searches the whole store of a group, or every store, and sets damaged ones aside.
    ///
    /// - Throws: `AuthError` with code `configuration` if the group has no store, `storeLocked` if the key of a damaged
    ///   one is out of reach, `storeUnavailable` if it cannot be written.
    package func salvage(_ group: AccessGroup?) throws(AuthError) -> [StoreSearch] {
        let all = try StoreExamination(home: home, places: places).groups()
        if let group, !all.contains(group) { throw missing(group) }
        return try each(group.map { [$0] } ?? all, "Searching") { group throws(AuthError) in
            try StoreSearch(group: group, home: home, places: places)
        }
    }

    /// Works on stores, one after the other, with a line that says on which.
    private func each<Result>(
        _ groups: [AccessGroup], _ verb: String, _ body: (AccessGroup) throws(AuthError) -> Result
    ) throws(AuthError) -> [Result] {
        let line = ProgressLine(verb, environment: environment)
        defer { line.end() }
        var results: [Result] = []
        for (index, group) in groups.enumerated() {
            let place = groups.count > 1 ? " (\(index + 1) of \(groups.count))" : ""
            line.update("\(verb) the store of \(group)\(place)")
            results.append(try body(group))
        }
        return results
    }

    private func missing(_ group: AccessGroup) -> AuthError {
        .configuration(
            "The access group \(group) has no store in \(home).",
            remedy: "Check --access-group and KEYFOB_HOME; the first sign-in creates a store.")
    }

    /// The result of an examination.
    package struct Examined: Sendable {
        /// The absolute path of the home.
        package let home: String
        /// A report for each store.
        package let stores: [StoreReport]

        /// The exit status: 4 if a store's key is out of reach, else 1 if there is a problem, else 0.
        package var status: ExitStatus {
            if stores.contains(where: \.isLocked) { return .configuration }
            return stores.allSatisfy(\.problems.isEmpty) ? .done : .failed
        }
    }
}
#endif
