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
  const textOf = (value: unknown) => (value === undefined ? undefined : canonicalText(value))
  const differing = fields.filter((field) => textOf(expected[field]) !== textOf(content[field]))
  const own = canonicalText(expected)
  if (own !== canonical) differing.push('canonical')
  if ((await hashOfText(own)) !== challenge) differing.push('challenge')
  return differing
}

/** The server asks for a signature on something that differs from what is shown. */
export class ContentDiffers extends Error {
  readonly fields: readonly string[]
  constructor(fields: readonly string[]) {
    super('the content to sign differs from what is shown')
    this.fields = fields
  }
}

/** Content that matches what is shown. `takenAt` is a `performance.now()`. */
export type Compared<P extends Signable = Signable> = { readonly prepared: P; readonly takenAt: number }

/** A challenge expires after 120 s. This leaves time to send the proof. */
const USABLE_MS = 100_000
export const isUsable = ({ takenAt }: Pick<Compared, 'takenAt'>, now: number): boolean =>
  now - takenAt < USABLE_MS

/** Fetches the content to sign, and lists the fields that differ from what is shown. */
export type ContentSource<P extends Signable> = {
  readonly prepare: () => Promise<P>
  readonly differences: (prepared: P) => Promise<readonly string[]>
}

/** Fetches the content to sign and compares it with what is shown. Throws ContentDiffers or ApiError. */
export const compareContent = async <P extends Signable>({
  prepare,
  differences,
}: ContentSource<P>): Promise<Compared<P>> => {
  const takenAt = performance.now()
  const prepared = await prepare()
  const fields = await differences(prepared)
  if (fields.length > 0) throw new ContentDiffers(fields)
  return { prepared, takenAt }
}
