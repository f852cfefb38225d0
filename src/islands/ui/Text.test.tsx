import { expect, test } from 'vitest'
import { render } from '../../../test/component.ts'
import { englishMessages, type MessageKey } from '../../lib/i18n/messages.ts'
import { LabelledValues, Paragraphs, MessageText } from './Text.tsx'

test('marks exactly the English texts of the specification with their language', () => {
  const texts = [...Object.keys(englishMessages), 'connect:submit', 'form:loading'] as MessageKey[]
  const marked = texts.filter((key) =>
    render(<MessageText message={{ key }} />).container.querySelector('[lang=en]'),
  )
  expect(marked).toEqual(Object.keys(englishMessages))
})

test('shows the Dutch translation above an English message, only on a Dutch page', () => {
  const messages = [{ key: 'failure:session' }] as const
  const sentence = 'Failed to refresh the token, or the session has expired.'
  expect(render(<Paragraphs messages={messages} />).lines()).toEqual([
    'U bent niet meer aangemeld',
    `[lang=en] ${sentence}`,
  ])
  const onEnglishPage = render(<Paragraphs messages={messages} />, 'en')
  expect(onEnglishPage.container.textContent).toBe(sentence)
})

test('marks labelled values as not translatable, and shows a dash for an empty value', () => {
  const view = render(
    <LabelledValues
      facts={[
        ['wizard:coc', '01234567'],
        ['wizard:none', ''],
      ]}
    />,
  )
  expect(view.lines()).toMatchInlineSnapshot(`
    [
      "term KvK",
      "definition [translate=no] 01234567",
      "term geen",
      "definition [translate=no] –",
    ]
  `)
})
