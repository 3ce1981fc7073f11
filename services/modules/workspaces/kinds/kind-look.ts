import { canonicalText } from '#contract/requests/signing.ts'
import { hmac } from '#platform/primitives/ids.ts'
import type { WrittenKind } from '#contract/requests/fields/kind-definition.ts'

/** A keyed hash of a kind before and after, which decisions compare without seeing what is sealed. */
export const kindLook = (key: string, workspaceId: string, written: WrittenKind): string =>
  `k1:${hmac(key, 'kind', workspaceId, canonicalText(written))}`
