/** Durations and limits of specification §9 and of the decisions on reliability, in one place. */

const second = 1000

/** An access token with less than this many seconds left is refreshed before it is used (§4, §9). */
export const tokenMinimumValiditySeconds = 30
/** How long an access token is used whose life the provider does not tell. */
export const tokenDefaultLifetimeSeconds = 3600
/** Least time between two refreshes ahead of time, whatever the provider's tokens live for. */
export const tokenRefreshPauseSeconds = 10
/** How often somebody who is busy with a page is noticed, in milliseconds. */
export const activityPause = 5 * second
/** After so many sign-ins that led nowhere, within so many milliseconds, no other one starts by itself. */
export const signInRoundLimit = 2
export const signInRoundWindow = 60 * second
/** How long a sign-in that is done waits for the flags, which the next page cannot be used without. */
export const flagsPatience = 300
/** How often the identity provider's session is checked (§9). */
export const sessionCheckIntervalSeconds = 5
/** How long a sign-in message or request to the identity provider may take (§9). */
export const identityTimeoutSeconds = 10
/** How long the provider's addresses that a file came with can be used, in milliseconds. */
export const providerLife = 24 * 60 * 60 * second
/** How long the browser may take to leave for another address, in milliseconds. */
export const leavePatience = 10 * second
/** How long the page before this one in the same tab may take to release its lock, in milliseconds. */
export const lockPatience = 2 * second
/** How long an unfinished sign-in stays usable (§9). */
export const signInStateSeconds = 3600

/** Metrics of the flag client: first after this many seconds, then at the interval (§9). */
export const flagMetricsFirstSeconds = 2
export const flagMetricsIntervalSeconds = 30

/** How long one try of a call may take, in milliseconds. */
export const callTimeout = 10 * second
/** How long the start of an import may take; after that it counts as perhaps running. */
export const importTimeout = 60 * second
/** Tries of a read: the first one and its repetitions. */
export const readTries = 3
/** Longest pause before the first repetition, in milliseconds; it doubles with each further one. */
export const retryPause = 400
/** A server's Retry-After longer than this, in milliseconds, is not waited for. */
export const retryAfterLimit = 20 * second

/** What a dry-run write takes, in milliseconds (§4, §9). */
export const dryRunDelay = 1 * second

/** Options that a dropdown shows at most, its greatest height and an option's height in pixels (§9). */
export const dropdownOptionLimit = 1000
export const dropdownMaxHeight = 300
export const dropdownOptionHeight = 40
/** Locations of an administration that are looked up side by side; of a longer list only the chosen one. */
export const coupledLookUpLimit = 20

/** Reads of checks at the same time: SnelStart takes 50 of an administration, and the shop goes on meanwhile. */
export const checkReadLimit = 40
/** Calls that each of Home, a list of customers and the end of the wizard has under way at the same time. */
export const concurrentCallLimit = 6
/** Administrations without a readable name whose registrations a customer look-up reads; more make it fail. */
export const namelessLimit = 20

/** Places that a browser remembers to have been worked on; about 60 bytes each. */
export const workLimit = 200
/** Administrations whose state a tab remembers; about 150 bytes each. */
export const homeStateLimit = 500
/** Customers up to which Home looks all of them up, and its list has all of its rows, each as high as it needs. */
export const homeRowLimit = 100
/** Reports that a browser keeps for a user, one per location; about 10 kB each. */
export const reportLimit = 50
/** How long a browser remembers, beyond a sign-out, that a link was made for a place, in days. */
export const linkDays = 60
/** Characters of an address that opens an e-mail: some mail programs cut it at about 2,000. */
export const mailAddressLimit = 1900
/** Keys that await approval and that a browser remembers for a user; about 100 bytes each. */
export const pendingKeyLimit = 200

/** Customers and bytes of a list that is taken in, and customers that its table shows at a time. */
export const listRowLimit = 2000
export const listByteLimit = 2_000_000
export const listPageRows = 25

/** How long a tab is asked about a customer that another tab has finished, in milliseconds. */
export const finishedCustomerLife = 24 * 3600 * second

/** Pauses between two looks at a coupling that is not confirmed yet: first, longest, in all (milliseconds). */
export const couplingFirstPause = 1 * second
export const couplingLongestPause = 15 * second
export const couplingPatience = 120 * second
/** Pause between two looks after that, for whoever has made the key and keeps the page open. */
export const couplingRest = 30 * second
/** The accounting package refuses a longer reference key. */
export const referenceKeyLimit = 500

/** Shares of page loads that error reporting traces, records, and records once an error occurs (§9). */
export const traceSampleRate = 0.1
export const replaySampleRate = 0.1
export const replayOnErrorSampleRate = 1

/** How long a step takes to appear, in milliseconds (§9). */
export const stepAnimation = 250
/** Digits of a ledger number: more would not be a whole number to every service. */
export const ledgerNumberLimit = 9
/** Pauses after typing before a ledger number and a relation code are checked, in milliseconds (§9). */
export const ledgerCheckDelay = 500
export const relationCheckDelay = 600
/** Pause between the start of the imports and the customer portal, in milliseconds (§4, §9). */
export const redirectDelay = 1 * second

/** Pause before a call of a list is tried again that was refused as one too many; it doubles. And tries in all. */
export const busyPause = 5 * second
export const busyTries = 6
/** After so many customers in a row that met a service in trouble, or another tab, the others wait. */
export const troubleLimit = 3
