import { expect, test } from 'vitest'
import { createMailAddress } from './mail-address.ts'

test('encodes line ends and special characters in a mailto address', () => {
  const mail = { to: 'a+b&c?d@x.test', subject: 'Klopt dit? 50% & meer', body: 'één\n\ntwee' }
  const address = createMailAddress(mail)
  expect(address).toMatch(/^mailto:a%2Bb%26c%3Fd@x\.test\?subject=/)
  const { searchParams } = new URL(address)
  expect([...searchParams]).toEqual([
    ['subject', mail.subject],
    ['body', 'één\r\n\r\ntwee'],
  ])
})

test('createMailAddress accepts a subject that was cut in the middle of an emoji', () => {
  const address = createMailAddress({ subject: 'Kaas \ud83e', body: '' })
  expect(address).toBe('mailto:?subject=Kaas%20%EF%BF%BD&body=')
})
