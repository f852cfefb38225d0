import { useEffect, useState } from 'react'

/** Gives each step a page title of its own. Stands before an error summary, which puts "Fout" in front. */
export function StepTitle({ label }: { label: string }) {
  const [pageTitle] = useState(() => document.title)
  useEffect(() => {
    document.title = `${label} – ${pageTitle}`
    return () => {
      document.title = pageTitle
    }
  }, [label, pageTitle])
  return null
}
