declare namespace App {
  /** Values that the production server passes to routes; absent under the development server. */
  interface Locals {
    configuration?: import('./lib/configuration/variables.ts').PublicConfiguration
    /** Version and build id. */
    release?: { version: string; build: string }
    /** True once the server was asked to stop. */
    isStopping?: boolean
  }
}
