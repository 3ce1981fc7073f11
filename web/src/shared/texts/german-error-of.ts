import type { ErrorCode } from '#contract/errors.ts'
import { getLanguage } from './language.ts'

let texts: Readonly<Partial<Record<string, string>>> = {}

/** The German of an error, once it is loaded. */
export const germanErrorOf = (code: ErrorCode): string | undefined => texts[code]

/** Comes with the first error: most visits see none. German readers wait for it, others may still change the language. */
export const loadGermanErrors = async (): Promise<void> => {
  const loading = import('./german-errors.ts')
    .then(({ germanErrors }) => void (texts = germanErrors))
    .catch((error: unknown) => console.error('Errors are told in English', error))
  if (getLanguage() === 'de') await loading
}
