import { atom } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { fireEvent } from '@testing-library/dom'
import { runTaskAndRender, render } from '../../../test/component.ts'
import { parseTestConfiguration, sampleConfiguration } from '../../../test/configuration.ts'
import { createTestPortal, examplePerson } from '../../../test/portal.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { ApproverChoice, Requirements } from './Approval.tsx'

test.each([false, true])(
  'asks who approves and offers a share link for somebody else (own shop: %s)',
  (isOwn) => {
    const choose = vi.fn()
    const choice = { $approvalRoute: atom('approval' as const), choose } as never
    const view = render(<ApproverChoice {...{ choice, isOwn }} isDisabled={isOwn} />)
    const other = isOwn ? 'Iemand anders' : 'Mijn klant keurt goed'
    expect(view.lines()).toEqual([
      `radiogroup "Wie keurt goed in SnelStart?"${isOwn ? ' [disabled]' : ''}`,
      '  radio "Ik" [checked] (U logt in bij SnelStart.)',
      `  radio "${other}" (U krijgt een deellink.)`,
    ])
    runTaskAndRender(() => fireEvent.click(view.getByRole('radio', { name: other })))
    expect(choose.mock.calls).toEqual([['handOver']])
  },
)

function renderRequirements(
  administration: string | undefined,
  options: Partial<Parameters<typeof createTestPortal>[0]> = {},
) {
  setCurrentPortal(createTestPortal({ configuration: sampleConfiguration, ...options }))
  return render(
    <Requirements heading="h2" hint="requirements:hint" isOpen {...{ administration }} />,
  )
}

test('lists the requirements of an approval and names the administration to choose', () => {
  expect(renderRequirements('Oefenwinkel Noord').lines()).toMatchSnapshot()
})

test('names the required package from the configuration, and no administration if none is given', () => {
  const configuration = parseTestConfiguration({
    PORTAL_PACKAGE_REQUIREMENT: 'Alleen <b>Groot</b>',
  })
  const items = renderRequirements(undefined, { configuration }).getAllByRole('listitem')
  expect(items[2]?.textContent).toBe('Een pakket dat mag koppelen Alleen <b>Groot</b>')
  expect(items[4]?.textContent).toMatch(/de boekhouding van deze winkel\. Alleen/)
})

test('hides the list of requirements from polaris users', () => {
  const person = { ...examplePerson, version: 'polaris' }
  expect(renderRequirements('Oefenwinkel Noord', { person }).lines()).toEqual([])
})
