import { Component, useDeferredValue, type ReactNode } from 'react'
import { isSignedIn } from '../../stores/shell/portal.ts'
import { Retry } from '../ui/Retry.tsx'

interface Props {
  screen: () => ReactNode
}

/**
 * Renders in the browser only: a screen needs somebody signed in, whom the build does not know. The
 * screen itself is rendered as what can wait, in slices that leave the browser its frames. A screen
 * that throws while it renders is reported and can be tried again: it starts anew with what the tab
 * remembers of it.
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
