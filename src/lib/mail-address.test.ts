import { expect, test } from 'vitest'
import { mailAddress } from './mail-address.ts'

test('lines end as mail programs take them, and signs stay in their part', () => {
  const mail = { to: 'a+b&c?d@x.test', subject: 'Klopt dit? 50% & meer', body: 'één\n\ntwee' }
  const address = mailAddress(mail)
  expect(address).toMatch(/^mailto:a%2Bb%26c%3Fd@x\.test\?subject=/)
  const { searchParams } = new URL(address)
  expect([...searchParams]).toEqual([
    ['subject', mail.subject],
    ['body', 'één\r\n\r\ntwee'],
  ])
})

test('a name that was cut within an emoji does not fail', () => {
  const address = mailAddress({ subject: 'Kaas \ud83e', body: '' })
  expect(address).toBe('mailto:?subject=Kaas%20%EF%BF%BD&body=')
})
