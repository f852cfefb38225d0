import { Asking } from './asking.ts'
import type { Options } from './options.ts'
import { checkPreflights } from './preflights.ts'
import { reads } from './reads.ts'
import { check401, check404, checkForeignToken } from './refusals.ts'
import { Service, check, type Report } from './service.ts'
import { checkWrites } from './writes.ts'

/**
 * Asks a running product API whether it is what the portal needs (contract §3), one check after the
 * other. Nothing is written unless the options say so.
 */
export async function checkService(options: Options, report: Report): Promise<void> {
  const service = new Service(options)
  const { result } = await check(service, report, 'the address', async () => {
    await service.expectAnswer()
    return 'answers'
  })
  if (result === 'failed') return
  await checkPreflights(service, report)
  const asking = new Asking(service, report)
  for (const read of reads) await read(asking)
  await check401(service, report)
  await checkForeignToken(service, report)
  await check404(asking, report)
  await checkWrites(asking, report)
}
