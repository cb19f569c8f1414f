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

/// Looks at the files of a store's directory from outside: their owners, modes and kinds. It opens none of them.
struct FileExamination {
    let directory: String

    /// Fills in what there is, and what is wrong with it.
    func fill(_ report: inout StoreReport) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
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
