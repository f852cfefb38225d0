import { describe, expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { arrives, openBoarding, polaris, reseller } from '../../../test/open-boarding.ts'
import { couple, incomplete, liquor, readyWizard, writesTo } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { Conformity } from '../conformity.ts'
import { contractDocument } from './document.ts'

const conformity = new Conformity(contractDocument())

/** What is wrong with the bodies that were sent, by the document. */
async function problemsOfSent(): Promise<{ calls: string[]; problems: unknown[] }> {
  const writes = await writesTo()
  const problems = writes.flatMap(({ call, body }) => {
    const found = conformity.requestProblems(call, body ?? undefined)
    return found.length === 0 ? [] : [{ call, body, found }]
  })
  return { calls: writes.map(({ call }) => call), problems }
}

describe('the document describes what is sent', () => {
  test.each([['a reseller', reseller] as const, ['a polaris user', polaris] as const])(
    'by boarding of %s',
    async (_, person) => {
      await sandbox.changeSettings({ userAppearance: 0 })
      const there = await openBoarding({ person, query: '?reseller=shop-7' })
      void there.boarding.submit(boardingValues())
      await arrives(there)
      const { calls, problems } = await problemsOfSent()
      expect(problems).toEqual([])
      expect(calls).toContain('POST /registrations/registration')
    },
  )

  test.each([
    ['the web application', { application: 'web' }, incomplete],
    ['the desktop application with stock', { application: 'desktop', usesStock: true }, liquor],
  ] as const)('by the wizard for %s', async (_, choices, place) => {
    await couple(place)
    const { setup } = await readyWizard({ ...place, ...choices })
    await setup.submitting.submit()
    const { calls, problems } = await problemsOfSent()
    expect(problems).toEqual([])
    expect(calls.join()).toContain('POST /snelstart/company/')
  })
})
