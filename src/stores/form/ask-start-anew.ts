import type { Dialogs } from '../shell/dialogs.ts'

/** Asks whether what was filled in earlier may go. What was sent stays remembered all the same. */
export function askStartAnew({ confirm }: Pick<Dialogs, 'confirm'>): Promise<boolean> {
  return confirm({
    isRisky: true,
    message: { key: 'form:startAnewQuestion' },
    detail: { key: 'form:startAnewHelp' },
    agree: { key: 'form:startAnew' },
  })
}
