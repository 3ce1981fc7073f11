import type { ErrorCode } from '#contract/errors.ts'
import { getLanguage } from './language.ts'

let texts: Readonly<Partial<Record<string, string>>> = {}

/** The German text of an error, once loaded. */
export const germanErrorOf = (code: ErrorCode): string | undefined => texts[code]

/** Loads the texts with the first error, because most visits have none. Only German readers wait for them. */
export const loadGermanErrors = async (): Promise<void> => {
  const loading = import('./german-errors.ts')
    .then(({ germanErrors }) => void (texts = germanErrors))
    .catch((error: unknown) => console.error('Errors are told in English', error))
  if (getLanguage() === 'de') await loading
}
