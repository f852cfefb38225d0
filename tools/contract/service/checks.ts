import { Service } from './service.ts'
import type { ServiceCheckOptions } from './options.ts'
import { checkPreflights } from './preflights.ts'
import { checksOfReadCalls } from './reads.ts'
import { check401, check404, checkForeignToken } from './refusals.ts'
import type { OutcomeListener } from './outcome.ts'
import { checkWrites } from './writes.ts'

/** Checks a running product API, optionally with writes (contract §3). */
export async function checkService(
  options: ServiceCheckOptions,
  report: OutcomeListener,
): Promise<void> {
  const service = new Service(options, report)
  const { result } = await service.check('the address', async () => {
    await service.expectResponse()
    return 'answers'
  })
  if (result === 'failed') return
  await checkPreflights(service)
  for (const read of checksOfReadCalls) await read(service)
  await check401(service)
  await checkForeignToken(service)
  await check404(service)
  await checkWrites(service)
}
