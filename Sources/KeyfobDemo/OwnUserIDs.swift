#if Server
import Foundation
import KeyfobTesting

/// User ids for the apps of the device: root has them, and an ordinary user may have some.
enum OwnUserIDs {
    /// Runs this program anew where it has user ids to give out, in place of this process; returns only if it need not, or
    /// if there are none.
    ///
    /// - Returns: why there are none, and what would change that; nil if this process has them.
    static func find(executables: String) async throws -> String? {
        guard geteuid() != 0 else { return nil }
        let device = "\(executables)/keyfob-device"
        let environment = ProcessInfo.processInfo.environment
        let tried = try await ChildProcess.run(device, ["namespace", "--", "/bin/true"], environment: environment)
        guard tried.status == 0 else {
            let said = tried.errors.trimmingCharacters(in: .whitespacesAndNewlines)
            return said.hasPrefix("keyfob-device: ") ? String(said.dropFirst("keyfob-device: ".count)) : said
        }
        let own = "\(executables)/keyfob-demo"
        let words = [device, "namespace", "--", own] + CommandLine.arguments.dropFirst()
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        // Threads of tasks block signals, and a program takes that over.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(device, &argv)
        return "\(device) cannot be started: \(String(cString: strerror(errno)))."
    }
}
#endif
