import KeyfobCore
import KeyfobPostgreSQL
import Testing

@Suite("The address of a PostgreSQL database")
struct AddressTests {
    @Test(
        "A server on another machine is verified, unless the address says otherwise",
        arguments: [
            ("postgresql://db.example.test/idp", "verify-full"),
            ("postgresql://node@192.0.2.1:5433/idp", "verify-full"),
            ("postgresql://db.example.test/idp?sslmode=require", "require"), ("postgresql:///idp", "prefer"),
            ("postgresql:///idp?host=/run/postgresql", "prefer"), ("postgresql://localhost/idp", "prefer"),
            ("postgresql://[::1]:5432/idp", "prefer"), ("postgresql://localhost,db.example.test/idp", "verify-full"),
            ("postgresql://localhost/idp?hostaddr=192.0.2.1", "verify-full"),
            ("postgresql://localhost.example.test/idp", "verify-full"),
            ("postgres://127.0.0.1.example.test/idp", "verify-full"),
        ])
    func mode(address: String, mode: String) throws {
        #expect(try PostgreSQLAddress(address, environment: [:]).parameters["sslmode"] == mode)
    }

    @Test("The environment can name the server, and then it counts")
    func environment() throws {
        for name in ["PGHOST", "PGHOSTADDR", "PGSERVICE"] {
            let address = try PostgreSQLAddress("postgresql:///idp", environment: [name: "db.example.test"])
            #expect(address.parameters["sslmode"] == "verify-full")
        }
    }

    @Test("The parts of an address are read as PostgreSQL reads them")
    func parts() throws {
        let address = try PostgreSQLAddress(
            "postgresql://a%40b@h1:1,[fe80::1]:2/d%20b?passfile=%2Fsecret%2Fpass&sslmode=disable", environment: [:])
        #expect(
            address.parameters == [
                "user": "a@b", "host": "h1,fe80::1", "port": "1,2", "dbname": "d b", "passfile": "/secret/pass",
                "sslmode": "disable",
            ])
        #expect("\(address)" == "postgresql://h1,fe80::1:1,2/d b")
    }

    @Test(
        "An address with a password is refused, and the error does not repeat it",
        arguments: [
            "postgresql://node:hunter2@localhost/idp", "postgresql://node:@localhost/idp",
            "postgresql://localhost/idp?password=hunter2", "postgresql://localhost/idp?sslpassword=hunter2",
            "postgresql://localhost/idp?pass%77ord=hunter2",
        ])
    func password(address: String) {
        let error = #expect(throws: AuthError.self) { try PostgreSQLAddress(address, environment: [:]) }
        #expect(error?.code == .configuration && error.map { "\($0)".contains("PGPASSWORD") } == true)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
    }

    @Test(
        "An address of another form is refused",
        arguments: [
            "", "mysql://localhost/idp", "postgresql:/idp", "postgresql://localhost:70000/idp",
            "postgresql://localhost/idp?options=-csearch_path%3Dx", "postgresql://localhost/%zz",
            "postgresql://localhost/a%00b", "postgresql://localhost/idp#x", "postgresql://[::1/idp",
            "postgresql://localhost/idp?host=other", "postgresql:///idp?user=a&user=b", "postgresql:///idp?user",
        ])
    func invalid(address: String) {
        let error = #expect(throws: AuthError.self) { try PostgreSQLAddress(address, environment: [:]) }
        #expect(error?.code == .configuration)
    }
}
