/** Raised with every change of the tables: a database file of another version is rebuilt. */
export const schemaVersion = 1

/** Every table of the sandbox. Moments are milliseconds since 1970. */
export const schema = `
CREATE TABLE users (
  id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE COLLATE NOCASE, email TEXT NOT NULL,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, enabled INTEGER NOT NULL DEFAULT 1,
  attributes TEXT NOT NULL DEFAULT '{}', roles TEXT NOT NULL DEFAULT '[]', visible_at INTEGER
);
CREATE TABLE merchants (
  id TEXT PRIMARY KEY, app TEXT NOT NULL, username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, app_user TEXT NOT NULL
);
CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, duration TEXT NOT NULL,
  interval TEXT NOT NULL, grace_period TEXT NOT NULL
);
CREATE TABLE administrations (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, country_code TEXT NOT NULL
);
CREATE TABLE administration_users (
  administration_id INTEGER NOT NULL REFERENCES administrations, user_id TEXT NOT NULL,
  PRIMARY KEY (administration_id, user_id)
);
CREATE TABLE registrations (
  id INTEGER PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  location_id INTEGER NOT NULL, name TEXT NOT NULL, coc TEXT, website_url TEXT,
  country_code TEXT NOT NULL, subscriptions TEXT NOT NULL, user_id TEXT, reseller_id TEXT,
  person TEXT NOT NULL, emails TEXT NOT NULL
);
CREATE TABLE locations (
  id INTEGER PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  name TEXT NOT NULL, eco INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX locations_of_administration ON locations (administration_id);
CREATE TABLE keys (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  location_id INTEGER NOT NULL REFERENCES locations, api_key TEXT, connected_at INTEGER,
  default_no_relation TEXT
);
CREATE INDEX keys_of_location ON keys (administration_id, location_id);
CREATE TABLE polaris_codes (code TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES keys);
CREATE TABLE accounting_administrations (
  administration_id INTEGER PRIMARY KEY REFERENCES administrations, identifier TEXT NOT NULL,
  application TEXT NOT NULL CHECK (application IN ('web', 'desktop')),
  aantal_decimalen_artikelprijzen INTEGER NOT NULL,
  verkoopprijs_artikelbestand_exclusief_btw INTEGER NOT NULL
);
CREATE TABLE company_settings (
  administration_id INTEGER NOT NULL REFERENCES administrations,
  location_id INTEGER NOT NULL REFERENCES locations, settings TEXT NOT NULL,
  PRIMARY KEY (administration_id, location_id)
);
CREATE TABLE ledgers (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  nummer TEXT NOT NULL, omschrijving TEXT NOT NULL, grootboekfunctie TEXT NOT NULL,
  rekening_code TEXT NOT NULL, grootboek_rubriek TEXT NOT NULL, kostenplaats INTEGER NOT NULL,
  bookings INTEGER NOT NULL DEFAULT 0, UNIQUE (administration_id, nummer)
);
CREATE TABLE journals (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  nummer TEXT NOT NULL, omschrijving TEXT NOT NULL, soort TEXT NOT NULL,
  UNIQUE (administration_id, nummer)
);
CREATE TABLE product_groups (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  nummer TEXT NOT NULL, omschrijving TEXT NOT NULL
);
CREATE TABLE order_templates (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  omschrijving TEXT NOT NULL, prijs_ingave_exclusief_btw INTEGER NOT NULL
);
CREATE TABLE relations (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  relatiesoort TEXT NOT NULL, relatiecode TEXT NOT NULL, naam TEXT NOT NULL,
  UNIQUE (administration_id, relatiecode)
);
CREATE TABLE products (
  id TEXT PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  name TEXT NOT NULL, sku_code TEXT NOT NULL, artikelomzetgroep TEXT,
  UNIQUE (administration_id, sku_code)
);
CREATE TABLE payment_ledgers (
  id INTEGER PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  location_id INTEGER NOT NULL REFERENCES locations, cash_ledger TEXT NOT NULL,
  eft_ledger TEXT NOT NULL, webshop_ledger TEXT NOT NULL, type TEXT NOT NULL
);
CREATE TABLE imports (
  id INTEGER PRIMARY KEY, administration_id INTEGER NOT NULL REFERENCES administrations,
  kind TEXT NOT NULL, requested_at INTEGER NOT NULL
);
CREATE TABLE flags (
  name TEXT PRIMARY KEY, enabled INTEGER NOT NULL, variant TEXT, impression_data INTEGER NOT NULL
);
CREATE TABLE idempotent_answers (
  key TEXT NOT NULL, call TEXT NOT NULL, request_body TEXT NOT NULL, status INTEGER NOT NULL,
  content_type TEXT, body TEXT NOT NULL, PRIMARY KEY (key, call)
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE identity_records (
  model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT,
  expires_at INTEGER, PRIMARY KEY (model, id)
);
CREATE INDEX identity_records_of_grant ON identity_records (grant_id);
`
