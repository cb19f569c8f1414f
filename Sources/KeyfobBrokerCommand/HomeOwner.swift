#if Server && LinuxTransport
import Foundation
import KeyfobCore

/// Works in an app's home as the user whose home it is: the device's owner is another one, whose files the app could not
/// read, and who is not to follow links that the app has put there.
enum HomeOwner {
    /// Becomes the home's owner, for the rest of this process. Nothing is changed where that is who runs it.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the home is not there, or is another user's and this is not
    ///   root.
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
