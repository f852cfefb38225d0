import { lazy, Suspense, type ComponentType } from 'react'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import { Loading, Retry } from './Reason.tsx'

const NotLoaded = () => <Retry what="shell:screenFailed" onRetry={pageEnvironment().reload} />

/**
 * Returns a component that loads another component on first render. Shows a loading text, and a reload button
 * if the script fails to load.
 *
 * @param isOptional if true, shows neither the loading text nor the button
 */
export function createLazyPart<Props extends object>(
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
