#if Server && LinuxTransport
import Foundation
import KeyfobCore

/// Works in an app's home as the user who owns it: the app could not read files of the device's owner, who must not
/// follow links that the app has created.
enum HomeOwner {
    /// Becomes the home's owner, for the rest of this process. Does nothing if the process already runs as that user.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the home does not exist, or is another user's and this is
    ///   not root.
    static func become(_ home: String) throws(AuthError) {
        var status = stat()
        guard stat(home, &status) == 0 else {
            throw .configuration(
                "There is no folder \(home).", remedy: "Name the broker's home with KEYFOB_HOME.")
        }
        guard status.st_uid != geteuid() else { return }
        guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0, setuid(status.st_uid) == 0 else {
            throw .configuration(
                "\(home) is another user's.",
                remedy: "Run this as root; on the device of an ordinary user, within its user ids: "
                    + "keyfob-device namespace -- keyfob-broker ...")
        }
    }
}
#endif
