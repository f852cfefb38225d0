import { afterEach, expect, test, vi } from 'vitest'

const startPageShell = vi.hoisted(() => vi.fn())
vi.mock('./shell.client.ts', () => ({ startPageShell }))
vi.mock('./callback.client.ts', () => ({ startCallback: vi.fn() }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  startPageShell.mockClear()
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

test('waits with the shell until the page is parsed', async () => {
  const window = await load('loading')
  expect(startPageShell).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('DOMContentLoaded'))
  expect(startPageShell).toHaveBeenCalledOnce()
})

test.each(['', '?approved=customer'])(
  'starts the shell at once on a parsed page without the approval panel: %s',
  async (search) => {
    await load('interactive', search)
    expect(startPageShell).toHaveBeenCalledOnce()
  },
)
