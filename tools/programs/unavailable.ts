/** A real service cannot be had on this machine; `message` says in one line why. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}
