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

/** Reads the page's metadata, because scripts must not change with each release. */
const metaContent = (name: 'version' | 'build') =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? 'unknown'

/** Starts Sentry, and returns the function that reports errors. */
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
    // This option would change error messages that users see.
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
        // `download` is added to Sentry's defaults, because file names contain ids.
        maskAttributes: ['title', 'placeholder', 'aria-label', 'download'],
        blockAllMedia: true,
        // Compression is off, because the content security policy forbids its worker.
        useCompression: false,
      }),
    ],
    // The console contains user input during a dry run.
    beforeBreadcrumb: (breadcrumb) => (breadcrumb.category === 'console' ? null : breadcrumb),
    // Sentry passes no recordings to `beforeSend`.
    transport: (options) => {
      const transport = makeFetchTransport(options)
      return { ...transport, send: (envelope) => transport.send(scrubEnvelope(envelope)) }
    },
  }
  init(options)
  early.forEach(capture)
  return capture
}

/** Reports failed calls as messages, because errors start a replay. */
function capture({ error, reference }: ErrorReport): void {
  const tags = { reference }
  if (reference === undefined) captureException(error)
  else if (error instanceof CallError || error instanceof SessionError) {
    captureMessage(error.message, { level: 'warning', tags })
  } else captureException(error, { tags })
}
