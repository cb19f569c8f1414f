import Foundation
import KeyfobCore

extension ADALCacheItem {
    private static let itemClasses: Set<String> = [className, primaryClassName, "ADTokenCacheItem", swiftClassName]
    private static let userClass = "ADUserInformation"
    /// The name that Foundation writes for Swift's classes without Objective-C, where it cannot be changed.
    private static let swiftClassName = "ADAL.ADTokenCacheItem"
    private static let userClasses: Set<String> = [userClass, "ADAL.ADUserInformation"]

    /// Reads the archive of one item, the value of a keychain item.
    ///
    /// - Parameters:
    ///   - archive: the keychain item's value.
    ///   - userID: the user's name in the item's key; nil uses that of the id token.
    /// - Throws: ``PropertyListError`` if the bytes are not an archive of an item.
    package init(archive: [UInt8], userID: String? = nil) throws(PropertyListError) {
        guard let item = ADALCacheItem(try KeyedArchive.decode(archive), userID: userID) else {
            throw PropertyListError("The keyed archive contains no token item.")
        }
        self = item
    }

    /// The archive of the item, with root key `root`, as `NSKeyedArchiver` archives one object.
    package var archive: [UInt8] { KeyedArchive.encode(archived) }

    /// Reads an item; nil if it is an object of another class, or has no authority or client.
    init?(_ value: ArchivedValue, userID: String? = nil) {
        guard let object = value.objectValue, Self.itemClasses.contains(object.className) else { return nil }
        self.init(
            members: object.members, userID: userID,
            userInformation: object.members["userInformation"].flatMap(Self.userInformation))
        if object.className != Self.swiftClassName { classes = object.classes }
    }

    /// Reads the members of an item's archive; nil if it has no authority or client, or a token with characters that
    /// no token has.
    package init?(
        members: [String: ArchivedValue], userID: String? = nil, userInformation: ADALCacheUserInformation?
    ) {
        var members = members
        members["userInformation"] = nil
        func take(_ name: String) -> ArchivedValue? { members.removeValue(forKey: name) }
        func text(_ name: String) -> String? {
            take(name)?.stringValue.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        guard let authority = text("authority"), let clientID = text("clientId") else { return nil }
        self.init(
            authority: authority, clientID: clientID, resource: text("resource"), userID: userID,
            userInformation: userInformation)
        let (accessToken, refreshToken) = (text("accessToken"), text("refreshToken"))
        // An item with a token that is none is damaged, as is one without a client.
        guard [accessToken, refreshToken].allSatisfy({ $0.map(TokenSyntax.isToken) ?? true }) else { return nil }
        self.accessToken = accessToken.map(Secret.init)
        self.refreshToken = refreshToken.map(Secret.init)
        accessTokenType = text("accessTokenType")
        guard accessTokenType.map(TokenSyntax.isTokenType) ?? true,
            userInformation.map({ TokenSyntax.isToken($0.rawIDToken.reveal()) || $0.rawIDToken.reveal().isEmpty })
                ?? true
        else { return nil }
        expiresOn = take("expiresOn")?.dateValue
        cachedAt = take("cachedAt")?.dateValue
        familyID = text("familyId")
        homeAccountID = text("homeAccountId") ?? userInformation?.homeAccountID
        enrollmentID = text("enrollmentId")
        applicationIdentifier = text("applicationIdentifier")
        additionalServer = take("additionalServer")?.dictionaryValue ?? additionalServer
        additionalClient = take("additionalClient")?.dictionaryValue ?? additionalClient
        unknown = Secret(members)
    }

    /// The item as an object. Nil members are written as nil, as in ADAL.
    var archived: ArchivedValue {
        var members = unknown.reveal().merging(archivedMembers) { $1 }
        members["userInformation"] = userInformation.map(Self.archived) ?? .null
        return .object(ArchivedObject(classes: classes, members: members))
    }

    /// The members of an archive whose values have Foundation's classes.
    package static var memberNames: [String] {
        ADALCacheItem(authority: "", clientID: "").archivedMembers.keys.sorted()
    }

    /// The values of ``memberNames`` in an archive.
    package var archivedMembers: [String: ArchivedValue] {
        func text(_ value: String?) -> ArchivedValue { value.map { .string($0) } ?? .null }
        func date(_ value: Date?) -> ArchivedValue { value.map { .date($0) } ?? .null }
        var members: [String: ArchivedValue] = [:]
        members["authority"] = text(authority)
        members["clientId"] = text(clientID)
        members["resource"] = text(resource)
        members["accessToken"] = text(accessToken?.reveal())
        members["refreshToken"] = text(refreshToken?.reveal())
        members["accessTokenType"] = text(accessTokenType)
        members["expiresOn"] = date(expiresOn)
        members["cachedAt"] = date(cachedAt)
        members["familyId"] = text(familyID)
        members["homeAccountId"] = text(homeAccountID)
        members["enrollmentId"] = text(enrollmentID)
        members["applicationIdentifier"] = text(applicationIdentifier)
        members["additionalServer"] = .dictionary(additionalServer)
        members["additionalClient"] = .dictionary(additionalClient)
        return members
    }

    private static func userInformation(_ value: ArchivedValue) -> ADALCacheUserInformation? {
        guard let object = value.objectValue, userClasses.contains(object.className),
            let token = object.members["rawIdToken"]?.stringValue
        else { return nil }
        var members = object.members
        // These members are made from the token each time.
        for name in ["rawIdToken", "allClaims", "userId", "userIdDisplayable"] { members[name] = nil }
        let homeAccountID = members.removeValue(forKey: "homeAccountId")?.stringValue
        return ADALCacheUserInformation(rawIDToken: Secret(token), homeAccountID: homeAccountID, unknown: members)
    }

    /// With `allClaims`, `userId` and `userIdDisplayable`, which only the oldest versions read.
    private static func archived(_ information: ADALCacheUserInformation) -> ArchivedValue {
        var members = information.unknown.reveal()
        members["rawIdToken"] = .string(information.rawIDToken.reveal())
        if let homeAccountID = information.homeAccountID { members["homeAccountId"] = .string(homeAccountID) }
        let claims = information.claims.sorted { $0.key < $1.key }.map {
            ArchivedDictionary.Entry(.string($0.key), ArchivedValue($0.value))
        }
        members["allClaims"] = .dictionary(ArchivedDictionary(claims))
        members["userId"] = information.userID.map { .string($0) } ?? .null
        members["userIdDisplayable"] = .primitive(.bool(information.isUserIDDisplayable))
        return .object(ArchivedObject(userClass, members))
    }
}

extension ArchivedValue {
    /// A JSON value as the objects that `NSJSONSerialization` returns.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .object(ArchivedObject("NSNull", [:]))
        case .bool(let value): self = .bool(value)
        case .number(let text):
            self = json.integerValue.map { .integer($0) } ?? json.doubleValue.map { .real($0) } ?? .string(text)
        case .string(let value): self = .string(value)
        case .array(let values): self = .array(values.map { ArchivedValue($0) }, isMutable: false)
        case .object(let members):
            let entries = members.sorted { $0.key < $1.key }.map {
                ArchivedDictionary.Entry(.string($0.key), ArchivedValue($0.value))
            }
            self = .dictionary(ArchivedDictionary(entries))
        }
    }
}
