import type { ReactNode } from 'react'
import { PersonText } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { fileIn, valueWords, type FilledField, type OfKind } from './filled-field.ts'
import { signedIn } from './signed-in.ts'
import { signedTexts } from './signed-texts.ts'

/** Of a request that several must approve, how many have, or that too few can; then its kind and its listed fields. */
export const KindWords = ({ request }: { readonly request: OfKind }): ReactNode => {
  const language = useLanguage()
  const text = signedTexts.use()
  const { kind, fields = [], files = [], parked } = request
  const signed = signedIn(request)
  const progress = signed && <span className="numbers">{text.of(signed.given, signed.count)}</span>
  const count = parked ? text.parked : progress
  if (!kind) return count
  const partOf = (field: FilledField): ReactNode => {
    if (field.type === 'person') return field.person && <PersonText of={field.person} erased="" />
    const words = field.type === 'file' ? fileIn(field, files)?.name : valueWords(field, language)
    return words && <UserText>{words}</UserText>
  }
  const parts = fields
    .filter(({ listed }) => listed)
    .map((field) => ({ name: field.name, part: partOf(field) }))
    .filter(({ part }) => Boolean(part))
  return (
    <>
      {count}
      {count && ' · '}
      <UserText>{kind.name[language]}</UserText>
      {parts.map(({ name, part }) => (
        <span key={name}> · {part}</span>
      ))}
    </>
  )
}
