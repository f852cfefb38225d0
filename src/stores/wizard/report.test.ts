import { expect } from 'vitest'
import { cheese, openWizard, readyWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'

test.each([
  ['wizard:ledgerCash', 'wizard:ledgerOfOldTimes'],
  ['wizard:ledgerCash', 'constructor'],
  ['wizard:syncProducts', 'wizard:'],
  ['wizard:applicationWeb', 'wizard:applicationOfTomorrow'],
])('a report with %s renamed to %s is left alone', async (known, foreign) => {
  const { setup, environment } = await readyWizard({ sandbox, ...cheese })
  await setup.submitting.submit()
  const { tabStorage } = environment
  const stored = tabStorage.key(0) ?? ''
  const report = tabStorage.getItem(stored) ?? ''
  expect(report).toContain(`"${known}"`)
  tabStorage.setItem(stored, report.replaceAll(`"${known}"`, `"${foreign}"`))
  environment.logged.length = 0

  const again = await openWizard({ sandbox, ...cheese, environment })
  expect(again.setup.$report.get()).toBeNull()
  expect(environment.logged).toContain('what the tab remembered is not usable: report:1007/2008')
})
