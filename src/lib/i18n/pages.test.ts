import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { serializeTexts } from './pages.ts'

beforeAll(async () => {
  await i18next.init({
    resources: {
      nl: { connect: { title: 'Koppelen' } },
      en: { connect: { title: 'Connect', busy: 'loading </script>' } },
    },
  })
})

test('ships an English text with a Dutch page only if the Dutch text is missing', () => {
  expect(JSON.parse(serializeTexts('nl', ['connect']))).toEqual({
    'connect:title': 'Koppelen',
    'connect:busy': 'loading </script>',
  })
})

test('serializeTexts returns no "</script>", which would end the element that contains the texts', () => {
  expect(serializeTexts('en', ['connect'])).not.toContain('</script>')
})
