import { saidBelow } from '../lib/failure.ts'
import type { MessageKey } from '../lib/i18n/messages.ts'
import { pageLocale, translate } from '../lib/i18n/page.ts'
import type { Portal } from '../stores/shell/portal.ts'
import { element } from './element.ts'
import { showReference, showText, showTexts } from './show-text.ts'

/** What the questions that §2 words in English ask, above them for who reads Dutch. */
const inDutch: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  'boarding:userNotFound': 'shell:dialogUser',
  'failure:session': 'shell:dialogSession',
  'wizard:startImport': 'shell:dialogImport',
}

/** Shows the dialogs store in the page's native dialog (§1), which holds the focus and gives it back. */
export function showDialogs(portal: Pick<Portal, 'dialogs' | 'environment'>): void {
  const { $dialog } = portal.dialogs
  const dialog = element('dialog') as HTMLDialogElement
  const link = element('dialog-link') as HTMLAnchorElement

  $dialog.listen((content) => {
    if (content === null) {
      dialog.close()
      return
    }
    const { kind, message, about = [], detail, decline } = content
    const isQuestion = kind === 'confirm'
    const agree = content.agree ?? { key: isQuestion ? 'shell:confirm' : 'shell:close' }
    const cancel = isQuestion ? (decline ?? { key: 'shell:cancel' }) : undefined
    const dutch = pageLocale() === 'nl' ? inDutch[message.key] : undefined
    showText(element('dialog-dutch'), dutch && { key: dutch })
    showText(element('dialog-message'), message)
    const reason = detail ?? message
    const said = [...about, ...(detail ? [detail] : []), ...saidBelow(reason)]
    showTexts(element('dialog-detail'), said)
    showReference(portal.environment, element('dialog-reference'), message, reason)
    showText(element('dialog-agree'), agree)
    showText(element('dialog-cancel'), cancel)
    element('dialog-address').hidden = content.link === undefined
    if (content.link) {
      const { address, label, download } = content.link
      link.href = address.href
      link.textContent = label ? translate(label.key) : address.href
      // What is downloaded leaves the question open, and looks like something to press.
      link.classList.toggle('button', download !== undefined)
      if (download === undefined) link.removeAttribute('download')
      else link.download = download
    }
    dialog.closedBy = decline ? 'none' : 'closerequest'
    dialog.returnValue = ''
    dialog.showModal()
    if (content.isRisky) element('dialog-cancel').focus()
  })

  dialog.addEventListener('close', () => {
    const shown = $dialog.get()
    // Closed without a button all the same: not every browser knows `closedBy`.
    if (shown?.decline && !dialog.returnValue) dialog.showModal()
    else shown?.answer(dialog.returnValue === 'agree')
  })
}
