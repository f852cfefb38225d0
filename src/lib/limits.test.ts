import { expect, test } from 'vitest'
import * as limits from './limits.ts'

test('has the durations and limits of the specification', () => {
  expect(limits).toMatchObject({
    // Values of the specification (§4, §9).
    tokenMinimumValiditySeconds: 30,
    sessionCheckIntervalSeconds: 5,
    identityTimeoutSeconds: 10,
    signInStateSeconds: 3600,
    flagMetricsFirstSeconds: 2,
    flagMetricsIntervalSeconds: 30,
    ledgerCheckDelay: 500,
    relationCheckDelay: 600,
    redirectDelay: 1000,
    dryRunDelay: 1000,
    dropdownOptionLimit: 1000,
    dropdownMaxHeight: 300,
    dropdownOptionHeight: 40,
    traceSampleRate: 0.1,
    replaySampleRate: 0.1,
    replayOnErrorSampleRate: 1,
    stepAnimation: 250,
    // Values that decision records define.
    importTimeout: 60_000,
    couplingTimeout: 120_000,
    referenceKeyLimit: 500,
  })
})
