package import KeyfobIdPModel
package import KeyfobYAML

/// Files that describe a directory: read, compared with a store, and applied to it.
package enum DirectoryFiles {
    /// Applies files in one transaction: afterwards the store is as the files say, or as it was.
    ///
    /// - Parameters:
    ///   - files: the files, in YAML or JSON.
    ///   - options: what to change.
    ///   - store: the store.
    ///   - setting: the time, and what new objects need.
    /// - Returns: what was changed, or what would be.
    /// - Throws: ``FileError`` with the place of the first problem; ``PlanHasChanged`` if the administrator has seen
    ///   another plan; the store's error.
    package static func apply(
        _ files: [SourceFile], _ options: ApplyOptions, to store: any IdPStore, _ setting: ApplySetting
    ) async throws -> DirectoryPlan {
        let directory = try FileDirectory(files)
        // Another change of a password in between makes it begin again.
        for _ in 0..<4 {
            let passwords = try await PasswordPreparation.run(directory, in: store, options, setting)
            do {
                return try await store.transaction { transaction in
                    var planner = try Planner(directory, options, setting, passwords: passwords, in: transaction)
                    try planner.run()
                    guard !options.isDryRun else { return planner.plan }
                    if let seen = options.seenPlan, seen != planner.plan.fingerprint {
                        throw PlanHasChanged(plan: planner.plan)
                    }
                    try planner.write()
                    planner.plan.isApplied = true
                    return planner.plan
                }
            } catch is StalePasswords {
                continue
            }
        }
        throw FileError("The directory keeps changing. Nothing was changed; try again.", at: nil)
    }
}
