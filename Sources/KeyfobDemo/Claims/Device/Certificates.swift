#if Server
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

extension Claim {
    /// The user who signs in by certificate and has no password.
    static let certificateHolder = "hedy@contoso.test"

    /// A user with a certificate and no password.
    static let certificates: [Claim] = [
        Claim("Hedy has a certificate and no password: pages within an app cannot present it, and the error says so.") {
            demo in
            let device = try demo.onDevice()
            let holder = try await device.admitCertificateHolder(Self.certificateHolder)
            try await device.putOnDevice(holder)
            let answer = try await device.contosoB.signInHere(holder.user, usesCertificate: true)
            try require(!answer.succeeded && answer.numbers == [50017], "B: \(answer.code) \(answer.numbers)")
            try require(answer.message.contains("presented none"), answer.message)
            return "B: \(answer.message) \(answer.remedy)"
        },
        Claim(
            "The broker presents it, once the app's second redirect URI is registered; the error without it names it.",
            needsCallers: true
        ) { demo in
            let device = try demo.onDevice()
            let (first, user) = ("msauth.\(DemoApps.contosoB)://auth", Self.certificateHolder)
            let second = DemoDevice.certificateRedirect(of: first)
            try await device.setUser(user, usesCertificate: true)
            let refused = try await device.contosoB.signIn(user)
            try require(!refused.succeeded && refused.remedy.contains(second), "B: \(refused.code): \(refused.message)")
            try await device.registerCertificateRedirect(of: first)
            let before = try await device.admin.lastSignIn()
            let answer = try await device.contosoB.signIn(user)
            try requireSuccess(answer, "B")
            let other = try await device.notes.signIn(user)
            try requireSuccess(other, "Notes")
            let users = try Set([answer, other].map { try device.api.accept($0.token).user })
            try require(users == [user], "the API accepted tokens of \(users)")
            let accepted = try await device.admin.count("certificate_accepted", after: before)
            let passwords = try await device.admin.count("password_accepted", after: before)
            try require(accepted == 1 && passwords == 0, "\(accepted) certificates, \(passwords) passwords")
            return "\(second); sign-in log: 1 certificate, no password; another vendor's Notes is served too"
        },
        Claim("No app can read the certificate or its key, and no app's data contains them.", needsCallers: true) {
            demo in
            let device = try demo.onDevice()
            let maliciousApp = try await device.installMaliciousApp()
            let home = try await device.listing(DemoApps.broker).home
            let file = "\(home)/broker/certificates/\(Self.certificateHolder).sealed"
            let pem = device.certificateHolders[Self.certificateHolder]?.pem ?? ""
            let lines = pem.split(separator: "\n").filter { $0.count > 20 && !$0.hasPrefix("-") }
            let sealed = DemoDevice.contents(of: file).joined()
            try require(!lines.isEmpty && sealed.utf8.count > pem.utf8.count / 2, "the search has no needles")
            for path in [file, "\(home)/broker/certificates"] {
                let answer = try await maliciousApp.ask("read", ["path": .string(path)])
                try require(answer.json["errno"] == 13, "\(path): \(answer.json.text())")
            }
            let kept = try await device.whatAppsKeep()
            try require(kept.contains { $0.contains(Self.certificateHolder) }, "nothing was searched")
            for line in lines {
                try require(!sealed.contains(line), "the broker's file is not sealed")
                try require(!kept.contains { $0.contains(line) }, "an app keeps a line of certificate or key")
            }
            return
                "permission denied (the file is user id \(try await device.listing(DemoApps.broker).userID)'s, the "
                + "broker's, and sealed); \(kept.count) items and files of the apps searched for its \(lines.count) lines: none"
        },
    ]
}
#endif
