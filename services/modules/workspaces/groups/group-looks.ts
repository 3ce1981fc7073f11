import { hmac } from '#platform/primitives/ids.ts'
import { looksOf } from '#platform/primitives/looks.ts'

/**
 * HMACs of the name of a group, the first one, and of what it looks like. Two names of a workspace are alike if they have one in
 * common.
 */
export const groupLooks = (key: string, workspaceId: string, name: string): readonly string[] =>
  [`!${name}`, ...looksOf(name)].map((look) => `g1:${hmac(key, 'group', workspaceId, look)}`)
