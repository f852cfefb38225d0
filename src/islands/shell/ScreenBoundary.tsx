import {
  Component,
  lazy,
  Suspense,
  useDeferredValue,
  type ComponentType,
  type ReactNode,
} from 'react'
import { logFailure, reportFailure, type Failure } from '../../lib/failure.ts'
import { isSignedIn, getPageEnvironment } from '../../stores/shell/portal.ts'
import { Loading, Retry } from '../ui/Reason.tsx'

interface ScreenProps {
  screen: ReactNode
}

/** Renders a skeleton first, then the screen or an error. */
export function ScreenBoundary({ screen }: ScreenProps) {
  const isHydrated = useDeferredValue(true, false)
  if (!isHydrated) return <div className="loading" />
  return isSignedIn() && <ErrorBoundary screen={screen} />
}

class ErrorBoundary extends Component<ScreenProps> {
  /** Failure to display: undefined without an error, null before the error is reported. */
  override state: { failure?: Failure | null | undefined } = {}

  static getDerivedStateFromError() {
    return { failure: null }
  }

  override componentDidCatch(error: Error) {
    const help = { key: 'failure:screenHelp' } as const
    const what = 'the screen could not be shown'
    const failure = logFailure(getPageEnvironment(), what, error, help)
    // `reportError` alone would report the error without its reference.
    reportFailure(getPageEnvironment(), failure)
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

const NotLoaded = () => <Retry what="shell:screenFailed" onRetry={getPageEnvironment().reload} />

/**
 * Returns a component that loads another component on first render.
 *
 * @param isOptional true to show neither a loading text nor a reload button after a failed load
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOptional = false } = {},
) {
  const Substitute = isOptional ? () => null : NotLoaded
  const Part = lazy(async () => ({ default: await load().catch(() => Substitute) }))
  return (props: Props) => (
    <Suspense fallback={isOptional ? null : <Loading text="form:loading" />}>
      <Part {...props} />
    </Suspense>
  )
}
