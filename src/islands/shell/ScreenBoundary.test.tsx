import { atom } from 'nanostores'
import { expect, test, vi, type Mock } from 'vitest'
import { render } from '../../../test/component.ts'
import { sampleConfiguration } from '../../../test/configuration.ts'
import { createTestPortal } from '../../../test/portal.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { createLazyComponent, ScreenBoundary } from './ScreenBoundary.tsx'

function usePortal() {
  const portal = createTestPortal({ configuration: sampleConfiguration })
  setCurrentPortal(portal)
  return portal
}

test.for(['nl', 'en'] as const)(
  'offers a retry after a screen failed to render, and reports the failure (%s)',
  (locale: Locale) => {
    const { environment } = usePortal()
    // The failure with its reference must be reported before the error.
    const reportError: Mock = vi.fn(() =>
      expect(environment.reported).toHaveLength(reportError.mock.calls.length),
    )
    vi.stubGlobal('reportError', reportError)
    vi.spyOn(console, 'error').mockReturnValue()
    const error = new Error('broken')
    let isBroken = true
    const Screen = () => {
      if (isBroken) throw error
      return <p>klaar</p>
    }
    const view = render(<ScreenBoundary screen={<Screen />} />, locale)
    expect(view.lines().slice(0, 7)).toMatchSnapshot()
    expect(environment.reported.map(({ error: reported }) => reported)).toEqual([error])
    expect(view.container.textContent).toContain(environment.reported[0]?.reference)
    expect(reportError).toHaveBeenCalledExactlyOnceWith(error)
    view.press(/^Opnieuw proberen|^Try again/)
    view.getByRole('alert')
    isBroken = false
    view.press(/^Opnieuw proberen|^Try again/)
    expect(view.lines()).toEqual(['klaar'])
  },
)

test('renders no screen for a signed-out user', () => {
  const portal = usePortal()
  const $session = atom({ status: 'signing-in' } as const)
  setCurrentPortal({ ...portal, session: { ...portal.session, $session } })
  expect(render(<ScreenBoundary screen={<p>klaar</p>} />).lines()).toEqual([])
})

test('offers to reload the page after a required part failed to load', async () => {
  const { environment } = usePortal()
  const load = () => Promise.reject(new Error('offline'))
  const Required = createLazyComponent(load)
  const Optional = createLazyComponent(load, { isOptional: true })
  const view = render(<Required />)
  const optional = render(<Optional />)
  expect(view.lines()).toEqual(['status Aan het laden...'])
  expect(optional.lines()).toEqual([])
  await view.findByRole('alert')
  expect(view.lines()).toMatchSnapshot()
  expect(optional.lines()).toEqual([])
  view.press('Opnieuw proberen')
  expect(environment.visited).toEqual([environment.location().href])
})
