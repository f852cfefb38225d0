import { expect, test } from 'vitest'
import * as limits from './limits.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** Values of the specification (§9). */
const specified = {
  tokenMinimumValiditySeconds: 30,
  sessionCheckIntervalSeconds: 5,
  identityTimeoutSeconds: 10,
  signInStateLifetimeSeconds: 3600,
  flagMetricsDelaySeconds: 2,
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
}

/** Values of docs/product.md, docs/contract.md and the decision records. */
const documented = {
  tokenDefaultLifetimeSeconds: 3600,
  callTimeout: 10 * second,
  importTimeout: minute,
  readAttemptLimit: 3,
  retryAfterLimit: 20 * second,
  couplingLookupLimit: 20,
  concurrentCheckReadLimit: 40,
  concurrentCallLimit: 6,
  recentPlaceLimit: 200,
  homeRowLimit: 100,
  storedReportLimit: 50,
  storedDataLifetimeDays: 60,
  wizardDraftLifetimeDays: 30,
  mailAddressLimit: 1900,
  listRowLimit: 2000,
  listByteLimit: 2_000_000,
  workbookByteLimit: 20_000_000,
  workbookRowLimit: 50_000,
  listPageRows: 25,
  finishedCustomerLifetime: day,
  firstCouplingCheckPause: second,
  longestCouplingCheckPause: 15 * second,
  couplingCheckPeriod: 2 * minute,
  lateCouplingCheckPause: 30 * second,
  referenceKeyLimit: 500,
  ledgerNumberLimit: 9,
  busyRetryDelay: 5 * second,
  busyServiceAttemptLimit: 6,
  failedRowLimit: 3,
  registrationReadLimit: 100,
}

/** Values that no document names. */
const chosen = {
  tokenRefreshPauseSeconds: 10,
  activityEventPause: 5 * second,
  datedWait: 24 * 3600 * second,
  longestTimeout: 2_147_483_647,
  signInAttemptLimit: 2,
  signInAttemptPeriod: minute,
  flagsTimeout: 300,
  discoveryLifetime: day,
  pageLeaveTimeout: 10 * second,
  lockTimeout: 2 * second,
  retryPause: 400,
  unnamedAdministrationLimit: 20,
  storedHomeStateLimit: 500,
  homeStateLifetime: minute,
  pendingKeyLimit: 200,
}

test('every duration and limit has the value that was specified, documented or chosen', () => {
  const expected: Record<keyof typeof limits, number> = { ...specified, ...documented, ...chosen }
  expect({ ...limits }).toEqual(expected)
})
