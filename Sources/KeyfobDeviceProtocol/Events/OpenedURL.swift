import KeyfobCore

/// A URL that was opened, as the receiver's delegate gets it.
public struct OpenedURL: Sendable, Hashable {
    /// The URL, as it was opened.
    public var url: String
    /// The bundle id of the app that opened it, from the device; nil where ``DeviceOS`` hides it, and if the user
    /// opened it.
    public var sourceApplication: String?
    /// How the device has identified that app.
    public var assurance: AppAssurance
    /// Whether it came as a universal link, to a host that the receiver has claimed.
    public var isUniversalLink: Bool

    /// Makes an opened URL.
    public init(url: String, sourceApplication: String?, assurance: AppAssurance, isUniversalLink: Bool = false) {
        self.url = url
        self.sourceApplication = sourceApplication
        self.assurance = assurance
        self.isUniversalLink = isUniversalLink
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "url": .string(url), "assurance": .string(assurance.rawValue), "link": .bool(isUniversalLink),
        ]
        members["source"] = sourceApplication.map { .string($0) }
        return .object(members)
    }

    init(json: JSONValue) throws(DeviceError) {
        let fields = try DeviceFields(json)
        self.init(
            url: try fields.text("url"), sourceApplication: try fields.textIfAny("source"),
            assurance: try fields.choice("assurance"), isUniversalLink: try fields.flag("link"))
    }
}
