/** A call that the product API refuses: the status and JSON body it answers with. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 409 | 422 | 503
  readonly body: unknown

  constructor(status: Refusal['status'], message: string, body: unknown = { message }) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.body = body
  }
}
