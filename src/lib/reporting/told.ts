/** The page's event of an error that its user is told of. */
export const toldEvent = 'koppelpunt:told'

/** An error, with the reference that the user was given. */
export interface Told {
  error: unknown
  reference?: string
}

declare global {
  interface WindowEventMap {
    [toldEvent]: CustomEvent<Told>
  }
}
