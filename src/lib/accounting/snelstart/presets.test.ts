import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyValues } from '../../../../test/arbitraries.ts'
import { choices, orderTemplates, wizardValues } from '../../../../test/builders.ts'
import { choicesToTakeOver, recommendedValues, withLastChoices } from './presets.ts'

const web = wizardValues({
  snelstart: { application: 'web', default_order_template: null },
  inhandel: { use_stock: false, register_order_template: null, account_order_template: null },
})
const desktop = wizardValues({
  ...web,
  snelstart: { application: 'desktop', default_order_template: null },
})
const [standard] = orderTemplates

test('recommended: nothing inactive, kept up to date, and nothing else changed', () => {
  expect(recommendedValues(web, [])).toEqual({
    ...web,
    import_and_sync: {
      ...web.import_and_sync,
      import_settings: {
        ...web.import_and_sync.import_settings,
        import_non_active: false,
        import_non_active_relations: false,
      },
      sync_settings: { sync_products: true, sync_relations: true },
    },
  })
})

test.each([
  ['the only template is the standard one', desktop, orderTemplates.slice(0, 1), standard?.id],
  ['of several templates none is chosen', desktop, orderTemplates, null],
  ['a chosen template stays', wizardValues(), orderTemplates.slice(1, 2), 'standaard'],
  ['web has no templates', web, orderTemplates.slice(0, 1), null],
])('recommended: %s', (_, values, templates, chosen) => {
  expect(recommendedValues(values, templates).snelstart.default_order_template).toBe(chosen)
})

test('what is taken over is chosen again, templates by their names', () => {
  const last = choicesToTakeOver(wizardValues(), choices().ledgers, orderTemplates)
  expect(JSON.stringify(last)).not.toContain('"standaard"')
  const others = orderTemplates.map(({ id, ...template }) => ({ ...template, id: `ander-${id}` }))
  const taken = withLastChoices(web, last, others)
  expect(taken.snelstart).toEqual({
    application: 'desktop',
    default_order_template: 'ander-standaard',
  })
  expect(taken.inhandel).toEqual({
    use_stock: true,
    register_order_template: 'ander-kassa',
    account_order_template: 'ander-rekening',
  })
  expect(taken.import_and_sync.sync_settings).toEqual({ sync_products: true, sync_relations: true })
  expect(last.ledgers).toEqual(choices().ledgers)
})

test('whatever was chosen is taken over, but templates that are not there and products', () => {
  fc.assert(
    fc.property(anyValues, anyValues, (chosen, values) => {
      const last = choicesToTakeOver(chosen, choices().ledgers, [])
      const { open_invoices, emballage } = values.import_and_sync
      const isDesktop = chosen.snelstart.application === 'desktop'
      expect(withLastChoices(values, last, [])).toEqual({
        snelstart: { ...chosen.snelstart, default_order_template: null },
        inhandel: {
          use_stock: isDesktop && chosen.inhandel.use_stock,
          register_order_template: null,
          account_order_template: null,
        },
        import_and_sync: { ...chosen.import_and_sync, open_invoices, emballage },
      })
    }),
  )
})

test('a template of another name is asked for', () => {
  const last = choicesToTakeOver(wizardValues(), choices().ledgers, orderTemplates)
  const taken = withLastChoices(web, last, [
    { id: 'x', omschrijving: 'Iets anders', prijsIngaveExclusiefBtw: false },
  ])
  expect(taken.snelstart.default_order_template).toBeNull()
  expect(taken.inhandel.use_stock).toBe(true)
})

test('web takes over neither stock nor templates', () => {
  const last = choicesToTakeOver(web, choices().ledgers, [])
  expect(withLastChoices(wizardValues(), last, orderTemplates)).toMatchObject({
    snelstart: web.snelstart,
    inhandel: web.inhandel,
  })
})
