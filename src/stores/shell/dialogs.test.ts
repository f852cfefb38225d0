import { expect, test } from 'vitest'
import { createDialogs } from './dialogs.ts'

const message = (key: 'shell:confirm' | 'shell:cancel') => ({ message: { key } })

test('shows a second dialog after the first dialog is closed', async () => {
  const { $dialog, alert, confirm } = createDialogs()
  const first = alert(message('shell:confirm'))
  const second = confirm(message('shell:cancel'))
  await expect.poll(() => $dialog.get()?.message.key).toBe('shell:confirm')
  expect($dialog.get()?.kind).toBe('alert')
  $dialog.get()?.answer(false)
  await first
  await expect.poll(() => $dialog.get()?.message.key).toBe('shell:cancel')
  $dialog.get()?.answer(true)
  expect(await second).toBe(true)
})

test('closes the open dialog without an answer after a sign-out and shows no later dialog', async () => {
  const { $dialog, alert, confirm, end } = createDialogs()
  const answers: unknown[] = []
  void confirm(message('shell:confirm')).then((answer) => answers.push(answer))
  await expect.poll(() => $dialog.get()?.kind).toBe('confirm')
  end()
  void alert(message('shell:cancel')).then((answer) => answers.push(answer))
  await new Promise((resolve) => setImmediate(resolve))
  expect($dialog.get()).toBeNull()
  expect(answers).toEqual([])
})

test('shows the next dialog after a dialog that could not be shown', async () => {
  const { $dialog, alert, confirm } = createDialogs()
  const stop = $dialog.listen((dialog) => {
    if (dialog?.kind === 'alert') throw new Error('No such message')
  })
  await expect(alert(message('shell:confirm'))).rejects.toThrow('No such message')
  const answering = confirm(message('shell:cancel'))
  await expect.poll(() => $dialog.get()?.kind).toBe('confirm')
  $dialog.get()?.answer(true)
  expect(await answering).toBe(true)
  stop()
})
