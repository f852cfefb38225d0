import { FormApi, useIsomorphicLayoutEffect, type StandardSchemaV1 } from '@tanstack/react-form'
import { useEffect, useState } from 'react'

interface Options<Values> {
  initial: Values
  /** What complete values are like; each change is judged. */
  rules: StandardSchemaV1<Values>
  /** Receives the values after each change. */
  keep: (values: Values) => void
}

function createForm<Values>({ initial, rules }: Options<Values>) {
  return new FormApi({ defaultValues: initial, validators: { onChange: rules } })
}

export type KeptForm<Values> = ReturnType<typeof createForm<Values>>

/**
 * A form whose values are kept as they are filled in. Without the library's `useForm`, which brings
 * field groups along: 3 kB that nothing here uses.
 */
export function useKeptForm<Values>(options: Options<Values>): KeptForm<Values> {
  const { keep } = options
  const [form] = useState(() => createForm(options))
  useIsomorphicLayoutEffect(form.mount, [form])
  useEffect(() => {
    let kept = form.state.values
    const { unsubscribe } = form.store.subscribe(() => {
      const { values } = form.state
      if (values === kept) return
      kept = values
      keep(values)
    })
    return unsubscribe
  }, [form, keep])
  return form
}
