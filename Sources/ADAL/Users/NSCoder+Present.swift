import Foundation

extension NSCoder {
    /// The object for a key. Foundation on Linux ends the process if the key is missing.
    func ifPresent<T: NSObject & NSCoding>(_ type: T.Type, _ key: String) -> T? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    /// The object for a key, of one of the classes.
    func ifPresent(_ types: [AnyClass], _ key: String) -> Any? {
        containsValue(forKey: key) ? decodeObject(of: types, forKey: key) : nil
    }
}
