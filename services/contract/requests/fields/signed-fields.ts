import { canonicalText, hashOfText, type SaltedText } from '../signing.ts'
import type { Amount, FieldType, FilledField, InBoth } from './filled.ts'

/** How the fields of a request are signed. */

type SignedField = {
  readonly name: string
  readonly label: InBoth
  readonly type: FieldType
  readonly value: string | Amount | InBoth
}

/**
 * A field as it is signed: by what is read. A choice stands there in both languages, a file by the hash of its bytes, a person by
 * their participant id. Throws for a file that is none of the request.
 */
export const signedField = (
  { name, label, type, value, option }: Pick<FilledField, 'name' | 'label' | 'type' | 'value' | 'option'>,
  files: readonly { readonly id: string; readonly sha256: string }[],
): SignedField => {
  const shown = { name, label: { de: label.de, en: label.en }, type }
  if (type === 'choice') {
    if (option === undefined) throw new TypeError('a choice without its option')
    return { ...shown, value: { de: option.de, en: option.en } }
  }
  if (type !== 'file') return { ...shown, value }
  const file = files.find(({ id }) => id === value)
  if (file === undefined) throw new TypeError('a file that the request has not')
  return { ...shown, value: file.sha256 }
}

/** As `textHash`, in version 4: also the name of the kind and the fields that are filled in, in the order of the kind. */
export const filledHash = ({ title, details, kind, fields, salt }: FilledText): Promise<string> =>
  hashOfText(canonicalText({ title, details, kind, fields, salt }))

export type FilledText = SaltedText & {
  readonly kind: { readonly name: InBoth } | null
  readonly fields: readonly SignedField[]
}
