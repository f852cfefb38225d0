import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, vi } from 'vitest'
import { cheesePlace, openWizard } from '../../../../test/open-wizard.ts'
import { test } from '../../../../test/test.ts'

const files = import.meta.glob<Record<string, string>>(
  '../../../lib/i18n/messages/nl/{wizard,form}.json',
  { eager: true, import: 'default' },
)

afterEach(() => {
  vi.unstubAllGlobals()
})

test('asks for another ledger in row, summary and problem until a refused ledger is accepted', async () => {
  const texts = Object.entries(files).flatMap(([path, each]) =>
    Object.entries(each).map(([key, text]) => [
      `${path.endsWith('form.json') ? 'form' : 'wizard'}:${key}`,
      text,
    ]),
  )
  vi.stubGlobal('document', {
    documentElement: { dataset: { locale: 'nl' } },
    getElementById: () => ({ textContent: JSON.stringify(Object.fromEntries(texts)) }),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
  const { LedgerRow } = await import('./LedgersStep.tsx')
  const { SummaryStep } = await import('../summary/SummaryStep.tsx')
  const { formatProblem } = await import('../../ui/Text.tsx')
  const { setup } = await openWizard(cheesePlace)
  const renderAll = () =>
    [
      createElement(LedgerRow, { setup, purpose: 'eft', isActive: true }),
      createElement(SummaryStep, { setup, onChange: () => undefined }),
    ].map((element) => renderToStaticMarkup(element))
  await setup.ledgers.eft.choose('2010')
  const request = 'Kies een andere rekening voor pin: SnelStart weigert boekingen op 2010'
  const { problem } = setup.$ledgers.get().eft
  expect(problem && formatProblem(problem)).toBe(request)
  for (const shown of renderAll()) expect(shown).toContain(request)
  setup.ledgers.eft.accept()
  for (const shown of renderAll()) {
    expect(shown).not.toContain(request)
    expect(shown).toContain('SnelStart weigert boekingen: op de functie Dagboek balans')
  }
  expect(renderAll()[0]).toContain('Toch gebruikt')
})
