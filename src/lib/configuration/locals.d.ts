declare namespace App {
  interface Locals {
    /** What the production server read at its start; absent under the development server. */
    configuration?: import('./variables.ts').PublicConfiguration
    /** Whether the production server has been asked to stop; absent under the development server. */
    isStopping?: boolean
    /** What the production server serves; absent under the development server. */
    release?: { version: string; build: string }
  }
}
