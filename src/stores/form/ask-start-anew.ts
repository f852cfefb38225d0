import type { Dialogs } from '../shell/dialogs.ts'

/** Asks whether the form may be emptied. Writes that were sent stay remembered in any case. */
export function askStartAnew({ confirm }: Pick<Dialogs, 'confirm'>): Promise<boolean> {
  return confirm({
    isRisky: true,
    message: { key: 'form:startAnewQuestion' },
    detail: { key: 'form:startAnewHelp' },
    agree: { key: 'form:startAnew' },
  })
}
