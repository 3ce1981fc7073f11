import type { Field, Rule } from '#contract/requests/kinds.ts'
import { groupsNamedIn } from '#contract/requests/rules/rule-hash.ts'
import { ruleText } from '#contract/requests/rules/rule-text.ts'
import { personWords } from '#shared/parts/PersonText.tsx'
import { useLanguage, type Language } from '#shared/texts/language.ts'
import { rulesTexts } from './rules-texts.ts'
import type { RuleField } from './rule-draft.ts'
import type { Named } from './use-company.ts'

type Words = ReturnType<typeof rulesTexts.use>

/** `2 days`, `36 hours`. */
export const lifeWords = (hours: number, text: Pick<Words, 'hours' | 'days'>): string =>
  hours % 24 === 0 ? text.days(hours / 24) : text.hours(hours)

/** What a condition on the field says, if that is an id or an option. */
const valueWords = (
  { is, field }: { readonly is: string; readonly field: RuleField | undefined },
  { people }: Named,
  language: Language,
  erased: string,
): string => {
  if (field?.type === 'person') {
    const person = people?.find(({ id }) => id === is)
    return person ? personWords(person, erased) : erased
  }
  return field?.options.find(({ en }) => en.trim() === is)?.[language] ?? is
}

const isFinished = ({ who, hours }: Rule): boolean =>
  Number.isInteger(hours) && (who === 'any' || Object.values(who)[0]!.length > 0)

type Fields = readonly (RuleField & { readonly called: string })[]

/** The fields of a saved kind, which rules call by their names. */
export const calledByName = (fields: readonly Field[]): Fields =>
  fields.map(({ options = [], ...field }) => ({
    ...field,
    key: field.name,
    called: field.name,
    options: options.map((option) => ({ ...option, key: option.en })),
  }))

/** Says rules as they are signed. `called`: what they call a field. */
export const useRuleWords = (named: Named, fields: Fields): ((rule: Rule) => string) => {
  const text = rulesTexts.use()
  const language = useLanguage()
  const missing = (known: unknown, gone: string) => (known === undefined ? text.loading : gone)
  return (rule) => {
    if (!isFinished(rule)) return text.unfinished
    const { who, when } = rule
    const ids = typeof who === 'object' && 'participants' in who ? who.participants : []
    const field = fields.find(({ called }) => called === when.field?.name)
    const groupOf = (id: string) =>
      named.groups?.find((group) => group.id === id)?.name ?? missing(named.groups, text.goneGroup)
    const personOf = (id: string) => {
      const person = named.people?.find((one) => one.id === id)
      return person ? personWords(person, text.gonePerson) : missing(named.people, text.gonePerson)
    }
    return ruleText(
      rule,
      {
        groups: Object.fromEntries(groupsNamedIn(rule).map((id) => [id, groupOf(id)])),
        people: Object.fromEntries(ids.map((id) => [id, personOf(id)])),
        fields: field ? { [field.called]: field.label } : {},
        values: when.field
          ? { [when.field.name]: valueWords({ is: when.field.is, field }, named, language, text.gonePerson) }
          : {},
      },
      language,
    )
  }
}
