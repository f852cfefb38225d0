import {
  browserTracingIntegration,
  captureException,
  captureMessage,
  init,
  makeFetchTransport,
  replayIntegration,
  type BrowserOptions,
} from '@sentry/astro'
import { CallError, SessionError } from '../api/errors.ts'
import { replayOnErrorSampleRate, replaySampleRate, traceSampleRate } from '../limits.ts'
import { formatReportRelease, scrubEnvelope } from './scrub.ts'
import type { ErrorReport } from './start.ts'

/** Reads version or build id from the page, because scripts must not change with releases. */
const metaContent = (name: 'version' | 'build') =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? 'unknown'

/** Starts Sentry, reports earlier errors, and returns the function that reports further errors. */
export function startSentry(
  settings: { dsn: string; environment: string },
  early: readonly ErrorReport[],
): (report: ErrorReport) => void {
  const options: BrowserOptions = {
    dsn: settings.dsn,
    environment: settings.environment,
    release: formatReportRelease(metaContent('version'), metaContent('build')),
    tracesSampleRate: traceSampleRate,
    replaysSessionSampleRate: replaySampleRate,
    replaysOnErrorSampleRate: replayOnErrorSampleRate,
    // Tracing headers are off, because another origin may refuse them.
    tracePropagationTargets: [],
    // This option is off, because it changes error messages that users see.
    enhanceFetchErrorMessages: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      graphQL: { document: false, variables: false },
      genAI: { inputs: false, outputs: false },
      databaseQueryData: false,
      stackFrameVariables: false,
    },
    integrations: [
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        // Sentry's default attributes plus `download`, because names of files contain ids.
        maskAttributes: ['title', 'placeholder', 'aria-label', 'download'],
        blockAllMedia: true,
        // Compression is off, because the content security policy forbids its worker.
        useCompression: false,
      }),
    ],
    // The console contains user input during a dry run.
    beforeBreadcrumb: (breadcrumb) => (breadcrumb.category === 'console' ? null : breadcrumb),
    // The transport removes personal data, because Sentry passes no recordings to `beforeSend`.
    transport: (options) => {
      const transport = makeFetchTransport(options)
      return { ...transport, send: (envelope) => transport.send(scrubEnvelope(envelope)) }
    },
  }
  init(options)
  early.forEach(capture)
  return capture
}

/** Reports an error with the reference that the user saw. Failed calls start no replay. */
function capture({ error, reference }: ErrorReport): void {
  const tags = { reference }
  if (reference === undefined) captureException(error)
  else if (error instanceof CallError || error instanceof SessionError) {
    captureMessage(error.message, { level: 'warning', tags })
  } else captureException(error, { tags })
}
