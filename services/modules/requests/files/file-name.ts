import { MAX_FILE_NAME } from '#contract/requests/files.ts'
import { Rejected } from '#contract/errors.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'

/** A name could be read backwards with one of these: `exe.fdp`. */
const DIRECTION = /\p{Bidi_C}/u
const PATH = /[/\\]|^\.+$/

const problemOf = (name: string): string | undefined => {
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'holds a control character'
  if (DIRECTION.test(name)) return 'holds an invisible mark that turns the order of what is read'
  const fault = typingFault(name, 'one')
  if (fault !== undefined) return fault
  const plain = typedText(name)
  if (plain === '') return 'is missing'
  if (PATH.test(plain)) return 'holds a path'
  return [...plain].length > MAX_FILE_NAME ? `is longer than ${MAX_FILE_NAME} characters` : undefined
}

/** The name without what nobody sees. Throws `input.invalid`. */
export const fileName = (name: string): string => {
  const problem = problemOf(name)
  if (problem !== undefined) throw new Rejected('input.invalid', [{ field: 'name', problem }])
  return typedText(name)
}
