#if Server
import Foundation
import KeyfobTesting

/// User ids for the apps of the device: root has them, and another user may have some.
enum OwnUserIDs {
    /// Runs this program again in a namespace with user ids to assign, replacing this process; returns only if that is
    /// not necessary or not possible.
    ///
    /// - Returns: The reason why there are none, and the remedy; nil if this process has them.
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
        // Threads of tasks block signals, and a program inherits that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(device, &argv)
        return "\(device) cannot be started: \(String(cString: strerror(errno)))."
    }
}
#endif
