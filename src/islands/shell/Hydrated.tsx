import { Component, useDeferredValue, type ReactNode } from 'react'
import { isSignedIn } from '../../stores/shell/portal.ts'
import { Retry } from '../ui/Retry.tsx'

interface Props {
  screen: () => ReactNode
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

class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error) {
    reportError(error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.screen()
    return (
      <Retry
        message={{ key: 'failure:screen' }}
        detail={{ key: 'failure:screenHelp' }}
        onRetry={() => this.setState({ hasFailed: false })}
      />
    )
  }
}
