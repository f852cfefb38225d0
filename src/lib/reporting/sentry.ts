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
import { releaseOf, scrubEnvelope } from './scrub.ts'
import type { Told } from './start.ts'

/** Version or build, as the page says: compiled in, it would change the name of a script that does not change. */
const inPage = (name: 'version' | 'build') =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? 'unknown'

/** Starts the reporting service and hands it the errors of before; gives what reports further ones. */
export function report(
  settings: { dsn: string; environment: string },
  early: readonly Told[],
): (told: Told) => void {
  const options: BrowserOptions = {
    dsn: settings.dsn,
    environment: settings.environment,
    release: releaseOf(inPage('version'), inPage('build')),
    tracesSampleRate: traceSampleRate,
    replaysSessionSampleRate: replaySampleRate,
    replaysOnErrorSampleRate: replayOnErrorSampleRate,
    // The product API may be another origin, and need not allow tracing headers.
    tracePropagationTargets: [],
    // That would change messages that users see.
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
        // The defaults, and the file name of a report, which holds ids.
        maskAttributes: ['title', 'placeholder', 'aria-label', 'download'],
        blockAllMedia: true,
        // Compression needs a worker from a blob address, which the content security policy forbids.
        useCompression: false,
      }),
    ],
    // What the console shows is for developers at the screen; a dry run logs what was filled in.
    beforeBreadcrumb: (breadcrumb) => (breadcrumb.category === 'console' ? null : breadcrumb),
    // The last place before the network: hooks such as beforeSend never see a recording.
    transport: (options) => {
      const transport = makeFetchTransport(options)
      return { ...transport, send: (envelope) => transport.send(scrubEnvelope(envelope)) }
    },
  }
  init(options)
  early.forEach(capture)
  return capture
}

/** Reports an error under the reference that its user was told; a failed call as a message, without a replay. */
function capture({ error, reference }: Told): void {
  const tags = { reference }
  if (reference === undefined) captureException(error)
  else if (error instanceof CallError || error instanceof SessionError) {
    captureMessage(error.message, { level: 'warning', tags })
  } else captureException(error, { tags })
}
