import { expect, type TestInfo } from '@playwright/test'
import type { Cell } from './cells.ts'
import type { Row, Scene } from './row.ts'
import { installClock, strike, takesTime } from './strike.ts'

/** What is no longer in its field. */
async function lostInputs({ typed }: Row, scene: Scene): Promise<string[]> {
  const lost: string[] = []
  for (const [field, value] of typed(scene)) {
    try {
      if (value instanceof RegExp) await expect(field).toHaveText(value)
      else if (typeof value === 'string') await expect(field).toHaveValue(value)
      else await expect(field).toBeChecked({ checked: value })
    } catch (error) {
      lost.push((error as Error).message)
    }
  }
  return lost
}

/** How many things there are more than there shall be. */
function duplicates(rows: Readonly<Record<string, number>>, { made }: Row): number {
  const more = Object.entries(rows).map(([what, count]) => count - (made[what] ?? 0))
  return more.filter((count) => count > 0).reduce((sum, count) => sum + count, 0)
}

/**
 * Plays one cell to its end: what is told, what was typed, the way on, and what was made. Notes on
 * the test what the summary adds up.
 */
export async function play({ row, call, fault, outcome }: Cell, scene: Scene, info: TestInfo) {
  const note = (type: string, count: number) =>
    info.annotations.push({ type, description: String(count) })
  const { page, dialog, sandbox } = scene
  const expectTyped = async () => {
    const lost = await lostInputs(row, scene)
    note('lost inputs', lost.length)
    expect(lost).toEqual([])
  }
  if (takesTime.includes(fault)) await installClock(page)

  await row.before(scene)
  const struck = await strike(page, call, fault)
  await row.act(scene)

  if (outcome.kind === 'told') {
    const { told, texts, question } = outcome
    expect(texts, 'a cell without an expectation').not.toEqual([])
    for (const text of texts) await expect(told.at(scene)).toContainText(text)
    note('texts', texts.length)
    if (!row.hidesForm) await expectTyped()
    // What is told may stand there before the call is made.
    await expect.poll(() => struck.tries()).toBeGreaterThan(0)
    await struck.clear()
    await told.again(scene)
    if (question) {
      await expect(dialog).toContainText(question.text)
      note('texts', 1)
      await scene.answer(question.answer)
      if (question.then !== undefined) {
        await expect(dialog).toContainText(question.then)
        await scene.answer('Sluiten')
      }
    }
  }
  if (row.hidesForm) await expectTyped()
  await (outcome.kind === 'overcome' ? (row.endUnharmed ?? row.end) : row.end)(scene)
  expect(struck.tries()).toBeGreaterThan(0)

  await struck.clear()
  await sandbox.settled()
  const rows = await row.rows(sandbox)
  note('duplicates', duplicates(rows, row))
  expect(rows).toEqual(row.made)
}
