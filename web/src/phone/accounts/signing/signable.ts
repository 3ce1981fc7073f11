import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'

/** What a device needs in order to sign: the canonical content, its hash, and what to ask a passkey. */
export type Signable = {
  readonly canonical: string
  readonly challenge: string
  /** Null if the user has no passkey that can sign. */
  readonly passkey: RequestOptions | null
  readonly content: Readonly<Record<string, unknown>>
}

/** Compares `expected` with the content that the server wants signed. Returns the names of everything that differs (fields, `canonical`, `challenge`). */
export const differencesBetween = async (
  expected: Readonly<Record<string, unknown>>,
  { content, canonical, challenge }: Signable,
): Promise<readonly string[]> => {
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(content)])]
  const differing = fields.filter((field) => expected[field] !== content[field])
  const own = canonicalText(expected)
  if (own !== canonical) differing.push('canonical')
  if ((await hashOfText(own)) !== challenge) differing.push('challenge')
  return differing
}
