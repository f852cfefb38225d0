import { useId, type ComponentProps } from 'react'
import './way.css'

interface Props extends ComponentProps<'button'> {
  /** When it is the right one. */
  help?: string | undefined
}

/** One of the buttons between which somebody has to choose. */
export function Way({ help, ...button }: Props) {
  const id = useId()
  return (
    <div className="way">
      <button className="button" type="button" aria-describedby={help && id} {...button} />
      {help && <p id={id}>{help}</p>}
    </div>
  )
}
