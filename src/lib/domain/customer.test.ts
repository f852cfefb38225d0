import { expect, test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import en from '../i18n/messages/en/boarding.json' with { type: 'json' }
import nl from '../i18n/messages/nl/boarding.json' with { type: 'json' }
import {
  createCustomerValidator,
  customerFields,
  fieldNames,
  initialCustomer,
  getText,
  setFieldText,
  type TextFieldName,
} from './customer.ts'
import { createCustomerKey } from './customer-list.ts'
import { findTable } from './read-list.ts'

const validate = createCustomerValidator(false)

test('accepts a complete customer', () => {
  expect(validate(boardingValues())).toEqual({})
})

test('reports each required field of an empty customer, and no merchant fields for polaris', () => {
  const required = { key: 'validation:required' }
  const company = {
    'serial_info.serial.name': required,
    'serial_info.location.name': required,
    'subscription.selected': required,
  }
  expect(createCustomerValidator(true)(initialCustomer)).toEqual(company)
  expect(validate(initialCustomer)).toEqual({
    'merchant_info.full_name': required,
    'merchant_info.username': required,
    ...company,
  })
})

test.each<[TextFieldName, string, string | undefined]>([
  ['serial_info.serial.name', ' ', 'validation:required'],
  ['serial_info.serial.country_code', '', 'validation:required'],
  ['serial_info.serial.country_code', 'XXX', 'validation:country'],
  ['serial_info.serial.country_code', 'België', undefined],
  ['merchant_info.username', 'geen adres', 'validation:email'],
  ['merchant_info.username', ' nieuw@zaak.test ', undefined],
  ['serial_info.serial.coc', '12-34', 'validation:alphanumeric'],
  ['serial_info.serial.coc', '1,234567E+7', 'validation:cocRounded'],
  ['serial_info.serial.coc', '1.234567E+07', 'validation:cocRounded'],
  ['serial_info.serial.coc', '1E+7', 'validation:cocRounded'],
  ['serial_info.serial.coc', '12 34 56 78', undefined],
  ['serial_info.serial.coc', 'NL123456789B01', undefined],
  ['serial_info.serial.website_url', 'javascript:alert(1)', 'validation:url'],
  ['serial_info.serial.website_url', 'www.zaak.nl', undefined],
  ['serial_info.serial.website_url', ' https://zaak.test ', undefined],
])('validates %s with the value %j: %s', (field, text, key) => {
  expect(validate(setFieldText(boardingValues(), field, text))).toEqual(
    key ? { [field]: { key } } : {},
  )
})

test('getText returns the text that setFieldText has set, for every text field of a customer', () => {
  const values = boardingValues()
  const fields = fieldNames.filter((field) => field !== 'subscription.selected')
  expect(fields).toHaveLength(7)
  for (const field of fields) {
    const changed = setFieldText(values, field, 'other')
    expect(getText(changed, field)).toBe('other')
    expect(setFieldText(changed, field, getText(values, field))).toEqual(values)
    expect(createCustomerKey(changed)).not.toBe(createCustomerKey(values))
  }
})

test('recognises every form label as a list heading in both languages', () => {
  for (const field of fieldNames) {
    const name = customerFields[field].label.replace('boarding:', '') as keyof typeof nl
    for (const texts of [nl, en]) {
      const table = findTable([[texts[name]], ['Bakker']], false)
      expect(table).toMatchObject({ mapping: { [field]: [0] } })
    }
  }
})
