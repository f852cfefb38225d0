import { test } from '../reported.ts'
import { screens } from './screens.ts'
import { Stage } from './stage.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'nl-NL' })
// The calls that fail are what a screen is about, and the error is what this is about. A violation
// of the policy is neither: there is none, on any screen.
test.use({
  expectedErrors: /status of (?:400|401|403|404|409|500) |not have an ok response|planted/,
})

/** Ten minutes pass there; a recording stops after five of doing nothing. */
const IDLE = /-dialog$|^sign-in-needed$/

/** Nothing is sent there: they run no script, end before one that reports, or have no network. */
const silent = new Set(['not-found', 'not-started', 'no-storage', 'offline'])

for (const [name, go] of Object.entries(screens)) {
  if (silent.has(name)) continue
  test(`${name}: an error tells nothing personal`, async ({
    page,
    services,
    reportingPortal,
    reported,
  }) => {
    await go(new Stage(page, reportingPortal, services.sandbox))
    await reported.throwOnPage()
    const types = IDLE.test(name) ? ['event'] : ['event', 'replay_recording']
    await reported.expectNothingPersonal(...types)
  })
}
