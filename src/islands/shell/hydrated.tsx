import { Component, useDeferredValue, type ComponentType, type ReactNode } from 'react'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import { isSignedIn, pageEnvironment } from '../../stores/shell/portal.ts'
import { Retry } from '../ui/Retry.tsx'

/**
 * Renders a screen in the browser only, since it needs somebody signed in. React renders it as deferred
 * work, in slices between which the browser can paint. A screen that throws while it renders is reported
 * and can be tried again; it then starts with what the tab remembers of it.
 */
export function hydrated<Props extends object>(Screen: ComponentType<Props>) {
  return function Hydrated(props: Props) {
    const isHydrated = useDeferredValue(true, false)
    if (!isHydrated || !isSignedIn()) return null
    return (
      <ErrorBoundary>
        <Screen {...props} />
      </ErrorBoundary>
    )
  }
}

interface State {
  hasFailed: boolean
  /** Null until it is told, which is once, however often it is tried. */
  failure: Failure | null
}

class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false, failure: null }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error) {
    const help = { key: 'failure:screenHelp' } as const
    const what = 'the screen could not be shown'
    this.setState({ failure: noteFailure(pageEnvironment(), what, error, help) })
    reportError(error)
  }

  override render() {
    const { hasFailed, failure } = this.state
    if (!hasFailed) return this.props.children
    if (failure === null) return null
    return (
      <Retry
        message={{ key: 'failure:screen' }}
        detail={failure}
        onRetry={() => this.setState({ hasFailed: false, failure: null })}
      />
    )
  }
}
