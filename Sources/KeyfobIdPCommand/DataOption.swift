#if Server
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobStoreSQLite

/// The option for the data directory.
struct DataOption: ParsableArguments {
    @Option(name: .customLong("data"), help: "The data directory; default: 'idp' under KEYFOB_HOME.")
    var path: String?

    func validate() throws {
        if path?.isEmpty == true { throw ValidationError("--data needs a directory.") }
    }

    func directory() throws(AuthError) -> DataDirectory {
        if let path { return DataDirectory(path: path) }
        return DataDirectory(path: try KeyfobHome.resolve(environment: ProcessInfo.processInfo.environment) + "/idp")
    }
}
#endif
