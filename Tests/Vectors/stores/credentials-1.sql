-- A store of schema version credentials-1, as the first commits of this repository wrote it: ada and grace signed
-- in to the made-up app of KeyfobStoreTorture. Rows without a secret have no seal yet.
-- Its sealing key, for the file keys/<id>.key:
-- key f82e0ad8-4c74-45e0-843c-e99d58610bd4 13718cfd1ec53c39ed0e2b4b71fd82b6b0e4237e15999738c14968574b03f966
BEGIN TRANSACTION;
CREATE TABLE account (id INTEGER PRIMARY KEY, home TEXT NOT NULL UNIQUE);
INSERT INTO "account" VALUES(1,'ada.tenant');
INSERT INTO "account" VALUES(2,'');
INSERT INTO "account" VALUES(3,'grace.tenant');
CREATE TABLE entity (
    account INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
    stamp INTEGER NOT NULL, sealed INTEGER,
    environment TEXT, client TEXT, realm TEXT, target TEXT, type TEXT, family TEXT,
    local_account TEXT, username TEXT, app TEXT, claims TEXT,
    cached_at INTEGER, expires_on INTEGER, extended_expires_on INTEGER, refresh_on INTEGER,
    PRIMARY KEY (account, name)
) WITHOUT ROWID;
INSERT INTO "entity" VALUES(1,'contoso.test-accesstoken-client-tenant-files.read','AccessToken',4866926949557411719,5,'contoso.test','client','tenant','Files.Read','Bearer',NULL,NULL,NULL,NULL,NULL,1900000000,1900003600,1900003600,NULL);
INSERT INTO "entity" VALUES(1,'contoso.test-refreshtoken-client--','RefreshToken',4704822335208323629,6,'contoso.test','client',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entity" VALUES(1,'contoso.test-tenant','Account',1671451244490703014,NULL,'contoso.test',NULL,'tenant',NULL,'MSSTS',NULL,'ada','ada@contoso.test',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entity" VALUES(1,'signinstate-client-app','SignInState',922131244324305070,NULL,NULL,'client',NULL,NULL,'signed_in',NULL,NULL,NULL,'app',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entity" VALUES(2,'appmetadata-contoso.test-client','AppMetadata',-4099229358848421676,NULL,'contoso.test','client',NULL,NULL,NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entity" VALUES(3,'contoso.test-accesstoken-client-tenant-files.read','AccessToken',3303495979663191692,3,'contoso.test','client','tenant','Files.Read','Bearer',NULL,NULL,NULL,NULL,NULL,1900000000,1900003600,1900003600,NULL);
INSERT INTO "entity" VALUES(3,'contoso.test-refreshtoken-client--','RefreshToken',8911230467660893859,4,'contoso.test','client',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entity" VALUES(3,'contoso.test-tenant','Account',-6190247706949666950,NULL,'contoso.test',NULL,'tenant',NULL,'MSSTS',NULL,'grace','grace@contoso.test',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entity" VALUES(3,'signinstate-client-app','SignInState',-6124793705519027411,NULL,NULL,'client',NULL,NULL,'signed_in',NULL,NULL,NULL,'app',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('credentials-1');
CREATE TABLE sealed (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
INSERT INTO "sealed" VALUES(3,X'017A7AC9DEF670E7B646EA44024AACAB3970BDBD6B58D48F7818631B5AE2D82B5197450ECBB0ED9CB62F6A0C');
INSERT INTO "sealed" VALUES(4,X'01592966EE153CB39A76D568D462E32424890D9BDCF4D5E277A720F893D3763B9366824EA44D19604814C9FB90BB07CB6A611401');
INSERT INTO "sealed" VALUES(5,X'01FC72346C9E94683B57B59F325C5A814D0363EBEDBF2EF554B0DC5B48EEBF35F5AF9400B91942F4E024C42CD553B0FC');
INSERT INTO "sealed" VALUES(6,X'01363B9E4249B8CFEA5D15EC59FC974596316B1D0884F440149C3671603E48F6B3BC3D7024008CE8C7B01DFDCC8C0BABA85F9E5152A795A8');
CREATE TABLE sealing_key (
    id TEXT PRIMARY KEY, place TEXT NOT NULL, probe BLOB NOT NULL, made_at INTEGER NOT NULL);
INSERT INTO "sealing_key" VALUES('f82e0ad8-4c74-45e0-843c-e99d58610bd4','key file',X'01680748BFF7A361F2E802FC49155F7A9F0F8D18DCDB06AD4583C0E76349AEE82A70E0',1795295650);
COMMIT;
