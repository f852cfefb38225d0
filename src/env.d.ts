declare namespace App {
  /** Values that the production server passes to routes. The development server passes none. */
  interface Locals {
    configuration?: import('./lib/configuration/variables.ts').PublicConfiguration
    /** Version and build id of the release. */
    release?: { version: string; build: string }
    /** True once the server is stopping. */
    isStopping?: boolean
  }
}
