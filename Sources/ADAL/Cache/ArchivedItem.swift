import Foundation
import KeyfobCache
import KeyfobCore

/// An item as `NSKeyedArchiver` keeps it: its properties by their names, and ADAL's `additionalServer`.
struct ArchivedItem {
    var item: LegacyTokenItem
    var sessionKey: Data?

    init(item: LegacyTokenItem, sessionKey: Data?) {
        self.item = item
        self.sessionKey = sessionKey
    }

    /// Reads an item; nil if it names no authority or no client.
    init?(_ coder: NSCoder) {
        func text(_ key: String) -> String? { coder.ifPresent(NSString.self, key) as String? }
        guard let authority = text("authority"), !authority.isEmpty, let clientID = text("clientId"), !clientID.isEmpty
        else { return nil }
        item = LegacyTokenItem(
            authority: authority, clientID: clientID, resource: text("resource"),
            userInformation: coder.ifPresent(ADUserInformation.self, "userInformation")?.information)
        item.familyID = text("familyId")
        item.accessToken = text("accessToken").map(Secret.init)
        item.refreshToken = text("refreshToken").map(Secret.init)
        item.accessTokenType = text("accessTokenType")
        item.homeAccountID = text("homeAccountId") ?? item.userInformation?.homeAccountID
        item.enrollmentID = text("enrollmentId")
        item.applicationIdentifier = text("applicationIdentifier")
        item.expiresOn = coder.ifPresent(NSDate.self, "expiresOn").map(Date.init(of:))
        item.cachedAt = coder.ifPresent(NSDate.self, "cachedAt").map(Date.init(of:))
        sessionKey = coder.ifPresent(NSData.self, "sessionKey").map(Data.init(referencing:))
        if let additional = coder.ifPresent(Self.plain, "additionalServer") as? NSDictionary {
            item.additionalServer = ArchivedDictionary(plain: additional)
        }
    }

    func encode(with coder: NSCoder) {
        // What is nil is left out, as a reader takes it that looks first whether a key is there.
        func put(_ value: String?, _ key: String) {
            if let value { coder.encode(value as NSString, forKey: key) }
        }
        func put(_ value: Date?, _ key: String) {
            if let value { coder.encode(value as NSDate, forKey: key) }
        }
        put(item.authority, "authority")
        put(item.clientID, "clientId")
        put(item.resource, "resource")
        put(item.familyID, "familyId")
        put(item.accessToken?.reveal(), "accessToken")
        put(item.refreshToken?.reveal(), "refreshToken")
        put(item.accessTokenType, "accessTokenType")
        put(item.homeAccountID, "homeAccountId")
        put(item.enrollmentID, "enrollmentId")
        put(item.applicationIdentifier, "applicationIdentifier")
        put(item.expiresOn, "expiresOn")
        put(item.cachedAt, "cachedAt")
        if let sessionKey { coder.encode(sessionKey as NSData, forKey: "sessionKey") }
        if let information = item.userInformation.flatMap({ ADUserInformation($0) }) {
            coder.encode(information, forKey: "userInformation")
        }
        coder.encode(item.additionalServer.plain, forKey: "additionalServer")
    }

    /// The classes of what an `additionalServer` may hold.
    private static let plain: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSNull.self,
    ]
}

extension Date {
    fileprivate init(of date: NSDate) { self.init(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate) }
}
