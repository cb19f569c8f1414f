package import KeyfobCore

/// A location that policies name: ranges of addresses. Microsoft Graph's `ipNamedLocation`.
package struct NamedLocation: Sendable, Hashable {
    /// Its id, a GUID in lower case.
    package let id: String
    /// `displayName`
    package let displayName: String
    /// Whether policies for trusted locations include it.
    package let isTrusted: Bool
    /// `ipRanges`
    package let ranges: [IPRange]
    /// The object that it was read from.
    package let document: [String: JSONValue]

    /// Reads a location.
    ///
    /// - Parameters:
    ///   - json: Microsoft Graph's `ipNamedLocation`.
    ///   - id: the id if the object has none.
    /// - Throws: ``PolicyFormatError``; also for a location by country, which this provider cannot derive from an address.
    package init(_ json: JSONValue, id: String) throws(PolicyFormatError) {
        let reader = try PolicyReader(json, path: "")
        try reader.allow(only: [
            "id", "displayName", "isTrusted", "ipRanges", "createdDateTime", "modifiedDateTime",
        ])
        self.id = (try reader.string("id") ?? id).lowercased()
        displayName = try reader.required("displayName")
        isTrusted = try reader.bool("isTrusted") ?? false
        var ranges: [IPRange] = []
        for element in try reader.objects("ipRanges") {
            guard let range = IPRange(try element.required("cidrAddress")) else {
                throw element.fault("cidrAddress", "it is not a range of addresses such as 192.0.2.0/24")
            }
            ranges.append(range)
        }
        guard !ranges.isEmpty else { throw reader.fault("ipRanges", "it is missing") }
        self.ranges = ranges
        var document = reader.members
        document["id"] = .string(self.id)
        self.document = document
    }
}
