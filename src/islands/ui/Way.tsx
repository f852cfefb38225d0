import { useId, type ComponentProps } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import './way.css'

/** When a way is the right one: in a few words, and in a line. */
export type When = readonly [MessageKey, MessageKey]

type Props = ComponentProps<'button'> & { when?: When | undefined }

/** One of the buttons between which somebody has to choose. */
export function Way({ when, ...button }: Props) {
  const id = useId()
  return (
    <div className="way">
      {when && (
        <p id={id}>
          <strong>{translate(when[0])}</strong> {translate(when[1])}
        </p>
      )}
      <button className="button" type="button" aria-describedby={when && id} {...button} />
    </div>
  )
}
