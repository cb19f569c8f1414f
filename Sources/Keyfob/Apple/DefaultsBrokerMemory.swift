#if os(iOS) || os(macOS)
import Foundation
import KeyfobBrokerClient
import KeyfobCore

/// An app's stored request to a broker, in its user defaults, where the Intune App SDK writes too.
struct DefaultsBrokerMemory: BrokerMemory {
    func dictionary(_ key: String) throws(AuthError) -> [String: String]? {
        UserDefaults.standard.dictionary(forKey: key) as? [String: String]
    }

    func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError) {
        if let dictionary {
            UserDefaults.standard.set(dictionary, forKey: key)
        } else {
            UserDefaults.standard.removeObject(forKey: key)
        }
        // The system may end the app as soon as the broker is in front.
        UserDefaults.standard.synchronize()
    }

    func text(_ key: String) throws(AuthError) -> String? { UserDefaults.standard.string(forKey: key) }
}
#endif
