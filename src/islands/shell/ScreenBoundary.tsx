import { Component, useDeferredValue, type ReactNode } from 'react'
import { logFailure, reportFailure, type Failure } from '../../lib/failure.ts'
import { isSignedIn, pageEnvironment } from '../../stores/shell/portal.ts'
import { Retry } from '../ui/Reason.tsx'

interface ScreenProps {
  screen: ReactNode
}

/**
 * Renders a screen in the browser only, because screens require a signed-in user. The render is deferred, so
 * the browser can paint first. If rendering fails, the user can retry with the restored draft.
 */
export function ScreenBoundary({ screen }: ScreenProps) {
  const isHydrated = useDeferredValue(true, false)
  return isHydrated && isSignedIn() ? <ErrorBoundary screen={screen} /> : null
}

class ErrorBoundary extends Component<ScreenProps> {
  /** Null after a render error until the error is reported. */
  override state: { failure?: Failure | null | undefined } = {}

  static getDerivedStateFromError() {
    return { failure: null }
  }

  override componentDidCatch(error: Error) {
    const help = { key: 'failure:screenHelp' } as const
    const what = 'the screen could not be shown'
    const failure = logFailure(pageEnvironment(), what, error, help)
    // The failure is reported with its reference first, because `reportError` reports it without one.
    reportFailure(pageEnvironment(), failure)
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
