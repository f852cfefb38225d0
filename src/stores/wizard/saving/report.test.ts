import { expect } from 'vitest'
import { cheese, openWizard, readyWizard } from '../../../../test/open-wizard.ts'
import { testUser } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { reportKey } from '../../recent/report-key.ts'

test.each([
  ['wizard:ledgerCash', 'wizard:ledgerOfOldTimes'],
  ['wizard:ledgerCash', 'constructor'],
  ['wizard:syncProducts', 'wizard:'],
  ['wizard:applicationWeb', 'wizard:applicationOfTomorrow'],
])('a report with %s renamed to %s is left alone', async (known, foreign) => {
  const { setup, environment } = await readyWizard({ sandbox, ...cheese })
  await setup.submitting.submit()
  const { sharedStorage } = environment
  const stored = await reportKey(testUser, cheese)
  const report = sharedStorage.getItem(stored) ?? ''
  expect(report).toContain(`"${known}"`)
  sharedStorage.setItem(stored, report.replaceAll(`"${known}"`, `"${foreign}"`))
  environment.logged.length = 0

  const again = await openWizard({ sandbox, ...cheese, environment })
  expect(again.setup.$report.get()).toBeNull()
  expect(environment.logged).toContain('the report that this browser keeps is not usable')
})
