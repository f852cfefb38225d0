/** A list that is fetched. When that fails it stays empty and can be asked for again (§8). */
export type Loadable<Value> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'loaded'; value: Value }
  | { status: 'failed' }
