import { Component, useDeferredValue, type ReactNode } from 'react'
import { noteFailure, reportShown, type Failure } from '../../lib/failure.ts'
import { isSignedIn, pageEnvironment } from '../../stores/shell/portal.ts'
import { Retry } from '../ui/Reason.tsx'

interface Props {
  screen: ReactNode
}

/**
 * Renders a screen in the browser only, since it needs somebody signed in. React renders it as deferred
 * work, in slices between which the browser can paint. A screen that throws while it renders is reported
 * and can be tried again; it then starts with what the tab remembers of it.
 */
export function Hydrated({ screen }: Props) {
  const isHydrated = useDeferredValue(true, false)
  return isHydrated && isSignedIn() ? <ErrorBoundary screen={screen} /> : null
}

class ErrorBoundary extends Component<Props> {
  /** Null until it is told, which is once, however often it is tried. */
  override state: { failure?: Failure | null | undefined } = {}

  static getDerivedStateFromError() {
    return { failure: null }
  }

  override componentDidCatch(error: Error) {
    const help = { key: 'failure:screenHelp' } as const
    const what = 'the screen could not be shown'
    const failure = noteFailure(pageEnvironment(), what, error, help)
    // Under its reference, before the browser reports it without one.
    reportShown(pageEnvironment(), failure)
    this.setState({ failure })
    reportError(error)
  }

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.screen
    if (failure === null) return null
    return (
      <Retry
        what="failure:screen"
        detail={failure}
        onRetry={() => this.setState({ failure: undefined })}
      />
    )
  }
}
