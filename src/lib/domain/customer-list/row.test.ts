import { expect, test } from 'vitest'
import { identityOf, rowFields, textOf, tidied, withText, type TextField } from './row.ts'

const values = {
  merchant_info: { full_name: 'Anna de Vries', username: 'anna@bakker.nl' },
  serial_info: {
    serial: { name: 'Bakker', coc: '12345678', country_code: 'NL', website_url: '' },
    location: { name: 'Markt' },
  },
  subscription: { selected: { id: 1, name: 'Basis' } },
}

test('a field is read and written by its path', () => {
  const fields = Object.keys(rowFields).filter((field) => field !== 'subscription.selected')
  expect(fields).toHaveLength(7)
  for (const field of fields as TextField[]) {
    const changed = withText(values, field, 'other')
    expect(textOf(changed, field)).toBe('other')
    expect(withText(changed, field, textOf(values, field))).toEqual(values)
    expect(identityOf(changed)).not.toBe(identityOf(values))
  }
})

test('a field is tidied as the form does', () => {
  expect(tidied('serial_info.serial.coc', '12 34 56 78')).toBe('12345678')
  expect(tidied('serial_info.serial.country_code', 'belgië')).toBe('BE')
  expect(tidied('serial_info.serial.website_url', 'bakker.nl')).toBe('https://bakker.nl')
  expect(tidied('serial_info.serial.name', 'Bakker')).toBe('Bakker')
})

test('a customer is the same whatever its capitals and blanks', () => {
  const spelled = withText(values, 'serial_info.serial.name', ' BAKKER ')
  expect(identityOf(withText(spelled, 'serial_info.serial.country_code', 'Nederland'))).toBe(
    identityOf(values),
  )
  expect(identityOf({ ...values, subscription: { selected: null } })).not.toBe(identityOf(values))
})
