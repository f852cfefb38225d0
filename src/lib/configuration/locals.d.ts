declare namespace App {
  interface Locals {
    /** What the production server read at its start; absent under the development server. */
    configuration?: import('./variables.ts').PublicConfiguration
  }
}
