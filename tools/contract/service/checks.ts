import { Asking } from './asking.ts'
import type { Options } from './options.ts'
import { checkPreflights } from './preflights.ts'
import { reads } from './reads.ts'
import { check401, check404, checkForeignToken } from './refusals.ts'
import type { Report } from './service.ts'
import { checkWrites } from './writes.ts'

/**
 * Asks a running product API whether it is what the portal needs (contract §3), one check after the
 * other. Nothing is written unless the options say so.
 */
export async function checkService(options: Options, report: Report): Promise<void> {
  const asking = new Asking(options, report)
  const { result } = await asking.check('the address', async () => {
    await asking.expectAnswer()
    return 'answers'
  })
  if (result === 'failed') return
  await checkPreflights(asking)
  for (const read of reads) await read(asking)
  await check401(asking)
  await checkForeignToken(asking)
  await check404(asking)
  await checkWrites(asking)
}
