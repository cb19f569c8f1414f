import Foundation
import KeyfobCache

/// An item as `NSKeyedArchiver` archives it: its properties by their names, `additionalServer` and `additionalClient`.
struct ArchivedItem {
    var item: ADALCacheItem
    var sessionKey: Data?

    init(item: ADALCacheItem, sessionKey: Data?) {
        self.item = item
        self.sessionKey = sessionKey
    }

    /// Reads an item; nil if it names no authority or no client.
    init?(_ coder: NSCoder) {
        var members: [String: ArchivedValue] = [:]
        for name in ADALCacheItem.memberNames {
            members[name] = coder.ifPresent(Self.plain, name).flatMap { ArchivedValue(plain: $0) }
        }
        let information = coder.ifPresent(ADUserInformation.self, "userInformation")?.information
        guard let item = ADALCacheItem(members: members, userInformation: information) else { return nil }
        self.item = item
        sessionKey = coder.ifPresent(NSData.self, "sessionKey").map(Data.init(referencing:))
    }

    func encode(with coder: NSCoder) {
        for (name, value) in item.archivedMembers {
            // nil values are left out, for readers that check first whether a key is present.
            if let value = value.plain { coder.encode(value, forKey: name) }
        }
        if let sessionKey { coder.encode(sessionKey as NSData, forKey: "sessionKey") }
        if let information = item.userInformation.flatMap({ ADUserInformation($0) }) {
            coder.encode(information, forKey: "userInformation")
        }
    }

    /// The classes that a member may contain.
    private static let plain: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSNull.self,
    ]
}
