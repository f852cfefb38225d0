/** What the contract's page needs besides the style of every page: room. */
export const contractStyle = `
main:has(#contract) { max-width: 80rem }
#contract main { max-width: none; margin: 0; padding: 0; border: 0 }
#contract .btn { text-align: center }
`

/** Shows the document, and brings a token along for what is tried. */
export const startScript = `
const ui = SwaggerUIBundle({
  dom_id: '#contract',
  url: '/contract/openapi.json',
  docExpansion: 'list',
  onComplete: async () => {
    const body = JSON.stringify({ email: 'admin@koppelpunt.test' })
    const answer = await fetch('/sandbox/token', { method: 'POST', body })
    ui.preauthorizeApiKey('bearer', (await answer.json()).access_token)
  },
})
`
