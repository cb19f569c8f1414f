/// The content of a fresh provider, with the names of the design's contract.
enum Contoso {
    static let tenant = "11111111-1111-4111-8111-111111111111"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let web = "aaaaaaaa-0000-4000-8000-000000000008"
    static let shop = "aaaaaaaa-0000-4000-8000-000000000004"
    static let webRedirect = "http://localhost/contoso-web"
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let read = "api://files/Files.Read"
    static let readWrite = "api://files/Files.ReadWrite"
}
