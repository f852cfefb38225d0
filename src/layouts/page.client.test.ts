import { afterEach, expect, test, vi } from 'vitest'

const startPortalPage = vi.hoisted(() => vi.fn())
vi.mock('./shell.client.ts', () => ({ startPortalPage }))
vi.mock('./callback.client.ts', () => ({ startCallbackPage: vi.fn() }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  startPortalPage.mockClear()
})

async function load(readyState: DocumentReadyState, search = ''): Promise<EventTarget> {
  const window = new EventTarget()
  vi.stubGlobal('document', {
    readyState,
    getElementById: (id: string) => (id === 'shell-ready' ? {} : null),
  })
  vi.stubGlobal('location', { search, href: `http://localhost:4321/connect${search}` })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  await import('./page.client.ts')
  return window
}

test('starts the portal only after the browser has parsed the page', async () => {
  const window = await load('loading')
  expect(startPortalPage).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('DOMContentLoaded'))
  expect(startPortalPage).toHaveBeenCalledOnce()
})

test.each(['', '?approved=customer'])(
  'starts the portal at once if the page is already parsed and has no approval panel (query: "%s")',
  async (search) => {
    await load('interactive', search)
    expect(startPortalPage).toHaveBeenCalledOnce()
  },
)
