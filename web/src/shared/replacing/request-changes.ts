import type { Request } from '#contract/requests/requests.ts'
import { personWords } from '../parts/PersonText.tsx'
import type { Language } from '../texts/language.ts'
import { valueWords, type FilledField } from '../kinds/filled-field.ts'

/** One thing that two requests say differently; null where one of them says nothing. */
export type RequestChange = {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}
type Said = Pick<Request, 'title' | 'details' | 'kind' | 'fields' | 'files'>
type Words = {
  readonly language: Language
  readonly title: string
  readonly details: string
  readonly kind: string
  readonly files: string
  readonly erased: string
}

const valueOf = (field: FilledField | undefined, { language, erased }: Words): string | null => {
  if (field === undefined) return null
  return field.type === 'person'
    ? personWords(field.person ?? { email: null }, erased)
    : valueWords(field, language)
}

/** A file is another one once its bytes are, under whatever name. */
const filesIn = ({ files = [] }: Said) => ({
  key: files
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join(),
  names: files.map(({ name }) => name ?? '').join(', ') || null,
})

const fieldChanges = (before: Said, after: Said, words: Words): readonly RequestChange[] => {
  const filled = ({ fields = [] }: Said) => fields.filter(({ type }) => type !== 'file')
  const [was, is] = [filled(before), filled(after)]
  const all = new Map([...was, ...is].map((field) => [field.name, field]))
  const inAll = (fields: readonly FilledField[], name: string) => fields.find((one) => one.name === name)
  return [...all.values()].map(({ name, label }) => ({
    name: label[words.language],
    before: valueOf(inAll(was, name), words),
    after: valueOf(inAll(is, name), words),
  }))
}

/** What the later of two requests says differently, in the order in which it is shown. */
export const changesBetween = (before: Said, after: Said, words: Words): readonly RequestChange[] => {
  const { language } = words
  const [was, is] = [filesIn(before), filesIn(after)]
  return [
    { name: words.title, before: before.title, after: after.title },
    {
      name: words.kind,
      before: before.kind?.name[language] ?? null,
      after: after.kind?.name[language] ?? null,
    },
    ...fieldChanges(before, after, words),
    { name: words.details, before: before.details || null, after: after.details || null },
    ...(was.key === is.key ? [] : [{ name: words.files, before: was.names, after: is.names, isOther: true }]),
  ]
    .filter((change) => 'isOther' in change || change.before !== change.after)
    .map(({ name, before: from, after: to }) => ({ name, before: from, after: to }))
}
