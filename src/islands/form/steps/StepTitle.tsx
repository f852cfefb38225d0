import { useEffect } from 'react'

/** The page's own title: what is shown first puts its name in front, and what follows takes its place. */
let pageTitle: string | undefined

function showTitle(label: string): () => void {
  const own = (pageTitle ??= document.title)
  document.title = `${label} – ${own}`
  return () => {
    document.title = own
  }
}

/** Gives each step a page title of its own. Stands before an error summary, which puts "Fout" in front. */
export function StepTitle({ label }: { label: string }) {
  useEffect(() => showTitle(label), [label])
  return null
}
