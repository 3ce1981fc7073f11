import { canonicalText, hashOfText } from '../signing.ts'

/** Characters of the reason for which an admin approves alone. */
export const GLASS_REASON = { least: 20, most: 500 } as const
/** Within so many hours a second person must confirm it. */
export const GLASS_HOURS = 72

/** The hash of the reason of a broken glass in the signed content. */
export const reasonHash = (reason: string, salt: string): Promise<string> =>
  hashOfText(canonicalText({ reason, salt }))
