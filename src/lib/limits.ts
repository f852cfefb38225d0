/** Durations (in milliseconds unless named otherwise) and limits (specification §9, decisions). */

const second = 1000

/** Minimum remaining lifetime of an access token before a call (§4, §9). */
export const tokenMinimumValiditySeconds = 30
export const tokenDefaultLifetimeSeconds = 3600
/** Minimum pause between two early refreshes, regardless of the tokens' lifetime. */
export const tokenRefreshPauseSeconds = 10
export const activityEventPause = 5 * second
/** Number of failed sign-ins that stop automatic sign-in. */
export const signInAttemptLimit = 2
export const signInAttemptPeriod = 60 * second
export const flagsTimeout = 300
export const sessionCheckIntervalSeconds = 5
export const identityTimeoutSeconds = 10
/** Lifetime of the provider's endpoints in a static page. */
export const discoveryLifetime = 24 * 60 * 60 * second
export const pageLeaveTimeout = 10 * second
export const lockTimeout = 2 * second
export const signInStateLifetimeSeconds = 3600

export const flagMetricsDelaySeconds = 2
export const flagMetricsIntervalSeconds = 30

export const callTimeout = 10 * second
export const importTimeout = 60 * second
/** Maximum attempts of a read, including the first. */
export const readAttemptLimit = 3
/** Maximum pause before the first retry, doubled for each further retry. */
export const retryPause = 400
/** Maximum Retry-After that a call waits for. */
export const retryAfterLimit = 20 * second

export const dryRunDelay = 1 * second

/** Limits of drop-down lists, with heights in pixels (§9). */
export const dropdownOptionLimit = 1000
export const dropdownMaxHeight = 300
export const dropdownOptionHeight = 40
/** Maximum number of locations for which all couplings are read. */
export const couplingLookupLimit = 20

/** Maximum concurrent reads, because SnelStart allows 50 per administration. */
export const concurrentCheckReadLimit = 40
/** Maximum concurrent requests of a screen with many lookups. */
export const concurrentCallLimit = 6
/** Maximum number of administrations without a name, above which a lookup fails. */
export const unnamedAdministrationLimit = 20
/** Maximum number of administrations for which a lookup reads all registrations. */
export const registrationReadLimit = 100

export const recentPlaceLimit = 200
export const storedHomeStateLimit = 500
export const homeRowLimit = 100
/** Age at which the state of an off-screen customer expires. */
export const homeStateLifetime = 60 * second
export const storedReportLimit = 50
/** Days for which a browser stores data that outlives a sign-out. */
export const storedDataLifetimeDays = 60
/** Days before a browser deletes an unfinished wizard. */
export const wizardDraftLifetimeDays = 30
/** Some mail programs cut mailto addresses at 2,000 characters. */
export const mailAddressLimit = 1900
export const pendingKeyLimit = 200

export const listRowLimit = 2000
export const listByteLimit = 2_000_000
/** Maximum unpacked bytes and rows, to avoid freezing the tab. */
export const workbookByteLimit = 20_000_000
export const workbookRowLimit = 50_000
export const listPageRows = 25

export const finishedCustomerLifetime = 24 * 3600 * second

export const firstCouplingCheckPause = 1 * second
export const longestCouplingCheckPause = 15 * second
export const couplingCheckPeriod = 120 * second
export const lateCouplingCheckPause = 30 * second
export const referenceKeyLimit = 500

/** Sample rates of traces, recordings, and recordings after an error (§9). */
export const traceSampleRate = 0.1
export const replaySampleRate = 0.1
export const replayOnErrorSampleRate = 1

export const stepAnimation = 250
/** Maximum digits, because some services cannot read longer integers. */
export const ledgerNumberLimit = 9
export const ledgerCheckDelay = 500
export const relationCheckDelay = 600
export const redirectDelay = 1 * second

/** First pause after too many requests, doubled for each retry. */
export const busyRetryDelay = 5 * second
export const busyServiceAttemptLimit = 6
/** Wait from which a list shows the date of its end. */
export const datedWait = 24 * 3600 * second
/** Maximum timeout of browsers, which would end a longer one at once. */
export const longestTimeout = 2 ** 31 - 1
export const failedRowLimit = 3
