import * as z from 'zod/mini'
import { id, defineListRead } from './endpoint.ts'

/** Finds a user by username, which requires a permission (§6). */
export const findUsers = defineListRead({
  service: 'identity',
  path: '/users',
  request: z.object({ query: z.object({ username: z.string(), exact: z.literal('true') }) }),
  items: z.object({ id, username: z.string() }),
})
