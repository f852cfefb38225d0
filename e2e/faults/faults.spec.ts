import { expect, test as base } from '../fixtures.ts'
import { cells, type Cell } from './cells.ts'
import { Scene, type Row } from './scene.ts'
import { reasons, strike } from './strike.ts'

const test = base.extend<object, { portalWithoutHeader: string }>({
  // Which calls fail is what a cell is about; what the page itself says stays clean.
  expectedErrors: /^Failed to load resource/,
  contextOptions: { reducedMotion: 'reduce' },
  portalWithoutHeader: [
    async ({ services }, use) => {
      await use(await services.portalWith({ PORTAL_IDEMPOTENCY_HEADER: '' }))
    },
    { scope: 'worker' },
  ],
})

/** Everything that was typed is still in its field. */
async function expectTyped({ typed }: Row, scene: Scene): Promise<void> {
  for (const [field, value] of typed(scene)) {
    if (value instanceof RegExp) await expect(field).toHaveText(value)
    else if (typeof value === 'string') await expect(field).toHaveValue(value)
    else await expect(field).toBeChecked({ checked: value })
  }
}

/** What is told, what was typed, and the way on. */
async function play({ row, call, fault }: Cell, scene: Scene): Promise<void> {
  const { told, question } = row
  await row.before(scene)
  const struck = await strike(scene.page, call, fault)
  await row.act(scene)
  // What is told may stand there before the call is made.
  await expect.poll(() => struck.tries()).toBeGreaterThan(0)
  if (told) {
    const texts = told.hasNoReason ? told.says : [...told.says, reasons[fault]]
    for (const text of texts) await expect(told.at(scene)).toContainText(text)
    if (!row.hidesForm) await expectTyped(row, scene)
    await struck.clear()
    await told.again(scene)
  }
  if (question) {
    await expect(scene.dialog).toContainText(question.text)
    await scene.answer(question.answer)
    if (question.then !== undefined) {
      await expect(scene.dialog).toContainText(question.then)
      await scene.answer('Sluiten')
    }
  }
  if (row.hidesForm) await expectTyped(row, scene)
  await row.end(scene)
}

for (const cell of cells) {
  test(cell.name, async ({ page, sandbox, services, portalWithoutHeader }) => {
    const portal = cell.row.question ? portalWithoutHeader : services.portal
    await play(cell, new Scene(page, portal, sandbox))
  })
}
