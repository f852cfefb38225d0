import { useStore } from '@nanostores/react'
import { Text } from '../ui/Text.tsx'
import type { Connect } from '../../stores/connect/connect.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'

/** The raw form data, shown while the dry_run flag is on (§2). */
export function FormData({ connect }: { connect: Connect }) {
  const { flags } = signedInPortal().portal
  useStore(flags.$flags)
  const { administration, location } = useStore(connect.$choice)
  if (!flags.isEnabled('dry_run')) return null

  const { reseller } = connect
  const data = {
    administration_id: administration?.id ?? null,
    location_id: location?.id ?? null,
    reseller: reseller.status === 'given' ? reseller.value : null,
  }
  return (
    <section className="panel" aria-labelledby="form-data">
      <h2 id="form-data">
        <Text message={{ key: 'connect:formData' }} />
      </h2>
      <pre tabIndex={0}>{JSON.stringify(data, null, 2)}</pre>
    </section>
  )
}
