import type { Request } from '#contract/requests/requests.ts'
import { furtherWords, type RuleNames } from '#contract/requests/rules/rule-text.ts'
import { personWords } from '../parts/PersonText.tsx'
import type { Language } from '../texts/language.ts'

type Applied = NonNullable<NonNullable<Request['needs']>['applied']>
export type OfRule = Pick<Request, 'needs' | 'decisions' | 'fields'>
type Reader = { readonly language: Language; readonly erased: string }

/** What a condition says, where its value is an id or has a word in each language. */
const valuesIn = (
  { fields = [] }: OfRule,
  language: Language,
  erased: string,
): NonNullable<RuleNames['values']> =>
  Object.fromEntries(
    fields.flatMap(({ name, option, person }) => {
      if (option) return [[name, option[language]]]
      return person ? [[name, personWords(person, erased)]] : []
    }),
  )

/** What the ids in the rule of a request are called, as far as the request says. */
export const namesIn = (request: OfRule, applied: Applied, { language, erased }: Reader): RuleNames => {
  const { needs, decisions = [], fields = [] } = request
  const spoke = decisions.flatMap(({ participant, onBehalfOf }) =>
    onBehalfOf ? [participant, onBehalfOf] : [participant],
  )
  const people = [...(needs?.of ?? []), ...spoke]
  return {
    groups: Object.fromEntries(applied.groups.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(people.map((one) => [one.participantId, personWords(one, erased)])),
    fields: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    values: valuesIn(request, language, erased),
  }
}

/** Whom the rule of a request asks later; null without anybody. */
export const furtherIn = (request: OfRule, reader: Reader): string | null => {
  const applied = request.needs?.applied
  if (!applied?.rule.escalate) return null
  return furtherWords(applied.rule.escalate.who, namesIn(request, applied, reader), reader.language)
}
