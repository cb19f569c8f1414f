import KeyfobCrypto
import KeyfobJOSE

/// Writes signatures by hand, apart from the code that is tested.
struct EnvelopedSigner {
    let key: RSAPrivateKey
    var method = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

    /// A signature over an element in exclusive canonical form.
    func signature(of canonical: String, id: String) throws -> String {
        let names = (ds: "http://www.w3.org/2000/09/xmldsig#", form: "http://www.w3.org/2001/10/xml-exc-c14n#")
        let digest = Base64.encode(Digest.sha256(Array(canonical.utf8)))
        let info = """
            <ds:SignedInfo xmlns:ds="\(names.ds)">\
            <ds:CanonicalizationMethod Algorithm="\(names.form)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(method)"></ds:SignatureMethod>\
            <ds:Reference URI="#\(id)"><ds:Transforms>\
            <ds:Transform Algorithm="\(names.ds)enveloped-signature"></ds:Transform>\
            <ds:Transform Algorithm="\(names.form)"></ds:Transform></ds:Transforms>\
            <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>\
            <ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
        let value = Base64.encode(try key.sign(Array(info.utf8)))
        return """
            <ds:Signature xmlns:ds="\(names.ds)">\(info)<ds:SignatureValue>\(value)</ds:SignatureValue></ds:Signature>
            """
    }
}
