import { expect, test } from 'vitest'
import { readTable } from '../../../test/read-list.ts'
import { fieldNames, getText } from './customer.ts'
import { readRows } from './read-list.ts'

/** Returns the headings by field and the first customer's values, each as one text in the order of the fields. */
function describeTable(table: ReturnType<typeof readTable>) {
  if ('key' in table) throw new Error(table.key)
  const { headings, mapping, isClear } = table
  const columns = fieldNames.map((field) => mapping[field]?.map((at) => headings[at]).join('+'))
  const [row] = readRows(table).rows
  const texts = fieldNames.map((field) =>
    field === 'subscription.selected' ? row?.plan : row && getText(row.values, field),
  )
  return { isClear, columns: columns.join('|'), texts: texts.join('|') }
}

test.each([
  [
    'Google Sheets',
    'Naam,Email,Bedrijfsnaam,KvK,Land,Locatie Naam\r\nAnna de Vries,anna@vries.example,"Vries, De",01234567,Nederland,Markt',
    true,
    'Naam|Email|Bedrijfsnaam|KvK|Land||Locatie Naam|',
    'Anna de Vries|anna@vries.example|Vries, De|01234567|NL||Markt|',
  ],
  [
    'LibreOffice',
    '"Contactpersoon"\t"E-mail"\t"Bedrijf"\t"Vestiging"\n"Anna"\t"anna@vries.example"\t"De ""Kaas"""\t"Markt"\n',
    true,
    'Contactpersoon|E-mail|Bedrijf||||Vestiging|',
    'Anna|anna@vries.example|De "Kaas"||NL||Markt|',
  ],
  [
    'Numbers',
    'Klanten;;;\nNaam;E-mailadres;Bedrijf;Filiaal\nAnna;anna@vries.example;Vries;Markt\n;;;\n',
    true,
    'Naam|E-mailadres|Bedrijf||||Filiaal|',
    'Anna|anna@vries.example|Vries||NL||Markt|',
  ],
  [
    'SnelStart',
    'Relatiecode;Naam;Contactpersoon;Straat;Plaats;LandID;E-mail;KvK-nummer;Website\n1001;Bakkerij De Vries;Anna de Vries;Markt 1;Gent;BE;anna@vries.example;01234567;vries.example',
    false,
    'Contactpersoon|E-mail|Naam|KvK-nummer|LandID|Website|Naam|',
    'Anna de Vries|anna@vries.example|Bakkerij De Vries|01234567|BE|https://vries.example|Bakkerij De Vries|',
  ],
  [
    'Exact',
    '"Code","Naam","Plaats","Land","E-mail","Kamer van Koophandel"\n"                 1","Bakkerij De Vries","Tiel","NL ","anna@vries.example","01234567"',
    false,
    '|E-mail|Naam|Kamer van Koophandel|Land||Naam|',
    '|anna@vries.example|Bakkerij De Vries|01234567|NL||Bakkerij De Vries|',
  ],
  [
    'Moneybird',
    'id,company_name,firstname,lastname,address1,city,country,email,customer_id,chamber_of_commerce\n1,Bakkerij De Vries,Anna,de Vries,Markt 1,Tiel,NL,anna@vries.example,7,01234567',
    false,
    'firstname+lastname|email|company_name|chamber_of_commerce|country||company_name|',
    'Anna de Vries|anna@vries.example|Bakkerij De Vries|01234567|NL||Bakkerij De Vries|',
  ],
  [
    'WooCommerce',
    'order_id,billing_first_name,billing_last_name,billing_company,billing_email,billing_country\n9,Anna,de Vries,Bakkerij De Vries,anna@vries.example,BE',
    false,
    'billing_first_name+billing_last_name|billing_email|billing_company||billing_country||billing_company|',
    'Anna de Vries|anna@vries.example|Bakkerij De Vries||BE||Bakkerij De Vries|',
  ],
  [
    'the chamber of commerce',
    'KvK-nummer;Vestigingsnummer;Handelsnaam;Straatnaam;Plaats\n01234567;000012345678;Bakkerij De Vries;Markt;Tiel',
    false,
    '||Handelsnaam|KvK-nummer|||Handelsnaam|',
    '||Bakkerij De Vries|01234567|NL||Bakkerij De Vries|',
  ],
])('reads the columns and values of a file from %s', (_, text, isClear, columns, texts) => {
  expect(describeTable(readTable(text))).toEqual({ isClear, columns, texts })
})
