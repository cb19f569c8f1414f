import KeyfobConformance
import KeyfobCore
import KeyfobOAuth
import Testing

/// Exchanges as Graph has them, in which a test plants one fault.
struct SampleExchange {
    var method = HTTPMethod.get
    var target: String
    var fields: HTTPFields = ["Authorization": "Bearer token"]
    var body: JSONValue?
    var status = 200
    var responseFields: HTTPFields = [
        "Content-Type":
            "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8",
        "OData-Version": "4.0", "request-id": identifier, "client-request-id": identifier,
    ]
    var response: JSONValue?

    static let identifier = "d5934374-336c-468d-a04d-0e951ef175b2"
    private static let metadata = "https://localhost:8443/v1.0/$metadata#"

    static let user: JSONValue = [
        "@odata.context": .string("\(metadata)users/$entity"), "id": "e0872b63-3a2d-4edc-b1df-9d63302db894",
        "businessPhones": [], "displayName": "Ada", "givenName": .null, "jobTitle": .null, "mail": .null,
        "mobilePhone": .null, "officeLocation": .null, "preferredLanguage": .null, "surname": .null,
        "userPrincipalName": "ada@contoso.test",
    ]

    /// One user.
    static let getUser = SampleExchange(target: "/users/ada@contoso.test", response: user)

    /// A user, made.
    static let createUser = SampleExchange(
        method: .post, target: "/users",
        body: [
            "displayName": "Ada", "userPrincipalName": "ada@contoso.test", "accountEnabled": true,
            "passwordProfile": ["password": "Keyfob-demo-1", "forceChangePasswordNextSignIn": false],
        ], status: 201, response: user)

    /// The members of a group, which are of several types.
    static let members = SampleExchange(
        target: "/groups/00e7bb05-86a1-49e2-bb6e-3dd60ab63a3a/members?$top=2&$count=true",
        fields: ["ConsistencyLevel": "eventual"],
        response: [
            "@odata.context": .string("\(metadata)directoryObjects"), "@odata.count": 7,
            "@odata.nextLink": "https://localhost:8443/v1.0/groups/1/members?$skiptoken=x",
            "value": [
                .object(
                    (user.objectValue ?? [:]).filter { !$0.key.hasPrefix("@") }
                        .merging(["@odata.type": "#microsoft.graph.user"]) { $1 })
            ],
        ])

    /// A federated credential, by the application's other key.
    static let createCredential = SampleExchange(
        method: .post,
        target: "/applications(appId='1a139bcd-74f9-48e2-834a-d897c7a9b4d6')/federatedIdentityCredentials",
        body: ["name": "deploy", "issuer": "https://issuer.test/", "subject": "repo:a", "audiences": ["api://x"]],
        status: 201,
        response: [
            "@odata.context": .string("\(metadata)applications('4d5c')/federatedIdentityCredentials/$entity"),
            "id": "2276d18a-223c-46d9-83a6-cfaadcb4c258", "name": "deploy", "issuer": "https://issuer.test/",
            "subject": "repo:a", "description": .null, "audiences": ["api://x"],
        ])

    /// A password, by an action.
    static let addPassword = SampleExchange(
        method: .post, target: "/applications/4d5c0e0b-9816-4aa2-a444-395e807c6f80/addPassword",
        body: ["passwordCredential": ["displayName": "rbac", "endDateTime": "2027-02-14T07:55:04+01:00"]],
        response: [
            "@odata.context": .string("\(metadata)microsoft.graph.passwordCredential"), "customKeyIdentifier": .null,
            "displayName": "rbac", "endDateTime": "2027-02-14T06:55:04Z", "hint": "nT4",
            "keyId": "fe4edecc-349b-4ace-b843-4816648c34ad", "secretText": "a secret",
            "startDateTime": "2026-02-14T06:55:04.1234567Z",
        ])

    /// An action that has to have a parameter.
    static let checkMemberGroups = SampleExchange(
        method: .post, target: "/directoryObjects/e0872b63-3a2d-4edc-b1df-9d63302db894/checkMemberGroups",
        body: ["groupIds": ["00e7bb05-86a1-49e2-bb6e-3dd60ab63a3a"]],
        response: [
            "@odata.context": .string("\(metadata)Collection(Edm.String)"),
            "value": ["00e7bb05-86a1-49e2-bb6e-3dd60ab63a3a"],
        ])

    /// A policy, which has types inside types, and values of enums.
    static let policy = SampleExchange(
        target: "/identity/conditionalAccess/policies/7359d0e0-d8a9-4afa-8a93-e23e099d7be8",
        response: [
            "@odata.context": .string("\(metadata)identity/conditionalAccess/policies/$entity"),
            "id": "7359d0e0-d8a9-4afa-8a93-e23e099d7be8", "displayName": "MFA",
            "createdDateTime": "2026-10-14T19:52:00Z",
            "modifiedDateTime": .null, "state": "enabled", "sessionControls": .null,
            "conditions": [
                "clientAppTypes": ["browser"], "platforms": .null, "users": ["includeUsers": ["All"]],
                "applications": ["includeApplications": ["All"]], "signInRiskLevels": [], "userRiskLevels": [],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["mfa"], "termsOfUse": []],
        ])

    /// A refusal.
    static let notFound: SampleExchange = {
        var exchange = SampleExchange(
            target: "/users/missing", status: 404,
            response: [
                "error": [
                    "code": "Request_ResourceNotFound", "message": "Resource 'missing' does not exist.",
                    "innerError": [
                        "date": "2026-02-20T10:52:26", "request-id": .string(identifier),
                        "client-request-id": .string(identifier),
                    ],
                ]
            ])
        exchange.responseFields = [
            "Content-Type": "application/json", "request-id": identifier, "client-request-id": identifier,
        ]
        return exchange
    }()

    /// A batch of one request.
    static let batch = SampleExchange(
        method: .post, target: "/$batch",
        body: ["requests": [["id": "1", "method": "GET", "url": "/users/ada@contoso.test"]]],
        response: [
            "responses": [
                ["id": "1", "status": 200, "headers": ["Content-Type": "application/json"], "body": user]
            ]
        ])

    /// A deletion.
    static let deleteUser: SampleExchange = {
        var exchange = SampleExchange(method: .delete, target: "/users/ada@contoso.test", status: 204)
        exchange.responseFields = ["request-id": identifier, "client-request-id": identifier]
        return exchange
    }()

    /// What the judge says to it.
    func faults() throws -> [GraphFault] {
        let base = try #require(HTTPURL("https://localhost:8443/"))
        let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
        let url = base.with(
            path: "/v1.0" + halves[0].replacing("'", with: "%27"), query: halves.count > 1 ? halves[1] : nil)
        let request = HTTPRequest(method: method, url: url, fields: fields, body: body?.bytes() ?? [])
        let reply = HTTPResponse(status: status, fields: responseFields, body: response?.bytes() ?? [])
        return try GraphDescription.published().judge(try #require(GraphExchange(request, reply)))
    }
}

extension JSONValue {
    /// The value with a change at a path of names and indices; nil removes a member.
    func with(_ path: String..., value: JSONValue?) -> JSONValue { changed(path[...], value) ?? .null }

    private func changed(_ path: ArraySlice<String>, _ value: JSONValue?) -> JSONValue? {
        guard let name = path.first else { return value }
        let rest = path.dropFirst()
        if let index = Int(name), var elements = arrayValue, elements.indices.contains(index) {
            elements[index] = elements[index].changed(rest, value) ?? .null
            return .array(elements)
        }
        var members = objectValue ?? [:]
        members[name] = (members[name] ?? .object([:])).changed(rest, value)
        return .object(members)
    }
}
