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

test('starts the shell at once if the page is already parsed', async () => {
  await load('interactive')
  expect(startPageShell).toHaveBeenCalledOnce()
})

test('waits with the shell until the page is parsed', async () => {
  const window = await load('loading')
  expect(startPageShell).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('DOMContentLoaded'))
  expect(startPageShell).toHaveBeenCalledOnce()
})

test('starts the shell on a page without the approval panel at any address', async () => {
  await load('interactive', '?approved=customer')
  await expect.poll(() => startPageShell.mock.calls.length).toBe(1)
})
