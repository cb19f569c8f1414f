import Foundation
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Examines the owners, modes and kinds of the files in a store's directory, without opening them.
struct FileExamination {
    let directory: String

    /// Adds the files and their problems to a report.
    func fill(_ report: inout StoreReport) {
        var names: [String] = []
        do throws(AuthError) {
            names = try PrivateDirectory.names(in: directory).sorted()
        } catch {
            report.problems.append(error)
        }
        for path in [directory] + names.map({ directory + "/" + $0 }) {
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            report.files.append(StoreReport.File(path: path, mode: UInt32(status.st_mode) & 0o7777))
            if path != directory, let problem = problem(path) { report.problems.append(problem) }
        }
        let database = (report.path as NSString).lastPathComponent
        report.setAside = names.filter { name in
            name.hasPrefix(database + ".damaged-") && !name.hasSuffix("-wal") && !name.hasSuffix("-shm")
        }.map { directory + "/" + $0 }
    }

    private func problem(_ path: String) -> AuthError? {
        do {
            _ = try PrivateFile.exists(path)
            return nil
        } catch {
            return error
        }
    }
}
