import type { ReactNode } from 'react'
import { PersonText } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { fileIn, valueWords, type FilledField, type OfKind } from './filled-field.ts'

/** The kind of a request and its listed fields. */
export const KindWords = ({ request }: { readonly request: OfKind }): ReactNode => {
  const language = useLanguage()
  const { kind, fields = [], files = [] } = request
  if (!kind) return null
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
      <UserText>{kind.name[language]}</UserText>
      {parts.map(({ name, part }) => (
        <span key={name}> · {part}</span>
      ))}
    </>
  )
}
