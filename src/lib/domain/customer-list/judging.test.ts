import { expect, test } from 'vitest'
import { boardingValues } from '../../../../test/builders.ts'
import { createJudge, twinsOf } from './judging.ts'
import { withText, type TextField } from './row.ts'

test('a row is judged by the rules of the form, each field by its first', () => {
  const judge = createJudge(false)
  expect(judge(boardingValues())).toEqual({})
  let values = boardingValues({ subscription: { selected: null } })
  const wrong: Partial<Record<TextField, string>> = {
    'merchant_info.username': 'nobody',
    'serial_info.serial.name': ' ',
    'serial_info.serial.coc': '1-2',
    'serial_info.serial.country_code': '',
    'serial_info.serial.website_url': 'javascript:x',
  }
  for (const [field, text] of Object.entries(wrong)) {
    values = withText(values, field as TextField, text)
  }
  expect(judge(values)).toEqual({
    'merchant_info.username': { key: 'validation:email' },
    'serial_info.serial.name': { key: 'validation:required' },
    'serial_info.serial.coc': { key: 'validation:alphanumeric' },
    'serial_info.serial.country_code': { key: 'validation:required' },
    'serial_info.serial.website_url': { key: 'validation:url' },
    'subscription.selected': { key: 'validation:required' },
  })
  for (const rounded of ['1,234567E+7', '1.234567E+07', '1E+7']) {
    expect(judge(withText(boardingValues(), 'serial_info.serial.coc', rounded))).toEqual({
      'serial_info.serial.coc': { key: 'validation:cocRounded' },
    })
  }
})

test('who boards for themselves has no merchant to be judged', () => {
  const values = boardingValues({ merchant_info: { full_name: '', username: '' } })
  expect(createJudge(true)(values)).toEqual({})
  expect(Object.keys(createJudge(false)(values))).toHaveLength(2)
})

test('twins have a number, or a name and country, in common', () => {
  const company = (name: string, coc: string, country = 'NL') => {
    const named = withText(boardingValues(), 'serial_info.serial.name', name)
    const numbered = withText(named, 'serial_info.serial.coc', coc)
    return withText(numbered, 'serial_info.serial.country_code', country)
  }
  const rows = [
    company('Bakker', '1'),
    company(' bakker ', ''),
    company('Bakker', '2'),
    company('Bakker', '1', 'BE'),
    company('Slager', '1'),
    company('Slager', '1'),
    company('', ''),
    company('', ''),
    company('Kapper', '01234567'),
    // Without the zero that a spreadsheet takes away.
    company('Kapper B.V.', '1234567.0'),
  ].map((values, id) => ({ id, values }))
  expect([...twinsOf(rows)]).toEqual([
    [1, 0],
    // Either number may be that of the one without.
    [2, 1],
    [4, 0],
    [5, 0],
    [9, 8],
  ])
})
