import { decimalsOf } from '../fields/decimals.ts'
import type { InBoth, Rule, When, Who } from '../kinds.ts'

/** Says a rule in words, on the server and in the browser, so that both say the same. */

/** What the ids in a rule are called. A group without a name shows as its id. */
export type RuleNames = {
  readonly groups: Readonly<Record<string, string>>
  readonly people: Readonly<Record<string, string>>
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, InBoth>>
  /** What a condition on a field says, by the name of the field, where it is an id or an option. */
  readonly values?: Readonly<Record<string, string>>
}

type Language = 'en' | 'de'

const NUMBERS: Readonly<Record<Language, readonly string[]>> = {
  en: ['', 'One', 'Two', 'Three', 'Four', 'Five'],
  de: ['', 'Eine Person', 'Zwei', 'Drei', 'Vier', 'Fünf'],
}

/** The usual number of decimals, or all that are given. */
const decimalsFor = (value: string, currency: string | undefined): number => {
  const given = value.split('.')[1]?.length ?? 0
  if (currency === undefined) return given === 0 ? 0 : Math.max(2, given)
  return Math.max(decimalsOf(currency), given)
}

/** An amount as people write it: `10,000.00 EUR`, in German `10.000,00 EUR`. */
export const amountText = (value: string, currency: string | undefined, language: Language): string => {
  const digits = decimalsFor(value, currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  // As text it is formatted exactly, however many digits it has.
  const number = new Intl.NumberFormat(language, options).format(value as `${number}`)
  return currency === undefined ? number : `${number} ${currency}`
}

const amountWords = ({ amountFrom, amountTo, currency }: When, language: Language): readonly string[] => {
  const [from, below] = language === 'en' ? ['from', 'below'] : ['ab', 'unter']
  const bounds = [
    ...(amountFrom === undefined ? [] : [`${from} ${amountText(amountFrom, currency, language)}`]),
    ...(amountTo === undefined ? [] : [`${below} ${amountText(amountTo, currency, language)}`]),
  ]
  if (bounds.length > 0) return [bounds.join(language === 'en' ? ' and ' : ' und ')]
  return currency === undefined ? [] : [`in ${currency}`]
}

const fieldWords = (
  { name, is }: NonNullable<When['field']>,
  { fields, values }: RuleNames,
  language: Language,
): string => {
  const label = fields[name]?.[language] ?? name
  const value = values?.[name] ?? is
  return language === 'en' ? `${label} is “${value}”` : `${label} ist „${value}“`
}

const whenWords = (when: When, names: RuleNames, language: Language): readonly string[] => {
  const { field, requesterGroup } = when
  const group = requesterGroup && (names.groups[requesterGroup] ?? requesterGroup)
  return [
    ...amountWords(when, language),
    ...(field ? [fieldWords(field, names, language)] : []),
    ...(group ? [language === 'en' ? `asked by ${group}` : `gefragt von ${group}`] : []),
  ]
}

const anyWords = (count: number, language: Language): string => {
  const number = NUMBERS[language][count] ?? String(count)
  if (language === 'en') return count === 1 ? 'Any one approver' : `Any ${number.toLowerCase()} approvers`
  return count === 1 ? 'Eine beliebige freigebende Person' : `${number} beliebige Freigebende`
}

const groupWords = (groups: readonly string[], count: number, language: Language): string => {
  const number = NUMBERS[language][count] ?? String(count)
  const list = groups.join(', ')
  if (groups.length === 1 || count === 1)
    return language === 'en' ? `${number} of: ${list}` : `${number} aus: ${list}`
  if (count === groups.length)
    return language === 'en' ? `One each of: ${list}` : `Je eine Person aus: ${list}`
  return language === 'en'
    ? `${number}, each of another group of: ${list}`
    : `${number}, jede Person aus einer anderen Gruppe von: ${list}`
}

const FURTHER = {
  en: (count: number) => (count === 1 ? 'one further person' : `${count} further people`),
  de: (count: number) => (count === 1 ? 'eine weitere Person' : `${count} weitere Personen`),
} as const

const UNKNOWN = {
  en: {
    named: (count: number) => (count === 1 ? 'One named person' : `${count} named people`),
    further: FURTHER.en,
  },
  de: {
    named: (count: number) => (count === 1 ? 'Eine benannte Person' : `${count} benannte Personen`),
    further: FURTHER.de,
  },
} as const

/** People whose names are not at hand are counted. */
const peopleWords = (ids: readonly string[], people: RuleNames['people'], language: Language): string => {
  const names = ids.flatMap((id) => people[id] ?? [])
  const unknown = ids.length - names.length
  if (unknown === 0) return names.join(', ')
  const { named, further } = UNKNOWN[language]
  return names.length === 0 ? named(unknown) : [...names, further(unknown)].join(', ')
}

const whoWords = (who: Who, count: number, { groups, people }: RuleNames, language: Language): string => {
  if (who === 'any') return anyWords(count, language)
  if ('groups' in who)
    return groupWords(
      who.groups.map((id) => groups[id] ?? id),
      count,
      language,
    )
  const list = peopleWords(who.participants, people, language)
  const number = NUMBERS[language][count] ?? String(count)
  if (who.participants.length === 1) return list
  return language === 'en' ? `${number} of: ${list}` : `${number} von: ${list}`
}

/** Hours within which it must have happened, unless the rule says otherwise. */
export const BEFORE_HOURS = 24

const BEFORE = {
  en: { 'call-check': 'a call check', 'call-back': 'a call-back on the number on file' },
  de: { 'call-check': 'einer Anrufprüfung', 'call-back': 'einem Rückruf auf der hinterlegten Nummer' },
} as const

const beforeWords = ({ before, beforeHours = BEFORE_HOURS }: Rule, language: Language): readonly string[] => {
  if (before === null) return []
  const what = BEFORE[language][before]
  if (language === 'en')
    return [
      beforeHours === 1 ? `after ${what} in the last hour` : `after ${what} in the last ${beforeHours} hours`,
    ]
  return [
    beforeHours === 1
      ? `nach ${what} in der letzten Stunde`
      : `nach ${what} in den letzten ${beforeHours} Stunden`,
  ]
}

const declineWords = ({ declines, count }: Rule, language: Language): readonly string[] => {
  if (declines !== 'as-many' || count === 1) return []
  return [language === 'en' ? `${count} declines end it` : `endet mit ${count} Ablehnungen`]
}

/** Who is asked later. People whose names are not at hand are counted. */
export const furtherWords = (who: Who, { groups, people }: RuleNames, language: Language): string => {
  if (who === 'any') return language === 'en' ? 'all approvers' : 'alle Freigebenden'
  if ('groups' in who) return who.groups.map((id) => groups[id] ?? id).join(', ')
  const names = who.participants.flatMap((id) => people[id] ?? [])
  return names.length === who.participants.length
    ? names.join(', ')
    : FURTHER[language](who.participants.length)
}

const escalateWords = ({ escalate }: Rule, names: RuleNames, language: Language): readonly string[] => {
  if (!escalate) return []
  const { after, who } = escalate
  const further = furtherWords(who, names, language)
  if (language === 'en') return [`after ${after === 1 ? 'one hour' : `${after} hours`} also: ${further}`]
  return [`nach ${after === 1 ? 'einer Stunde' : `${after} Stunden`} auch: ${further}`]
}

const parkWords = ({ park }: Rule, language: Language): readonly string[] => {
  if (!park) return []
  return [
    language === 'en' ? 'waits while too few can decide' : 'wartet, solange zu wenige entscheiden können',
  ]
}

/** The rule in one line: “Two of: Treasury; from 10,000.00 EUR”. */
export const ruleText = (rule: Rule, names: RuleNames, language: Language): string =>
  [
    whoWords(rule.who, rule.count, names, language),
    ...whenWords(rule.when, names, language),
    ...beforeWords(rule, language),
    ...declineWords(rule, language),
    ...escalateWords(rule, names, language),
    ...parkWords(rule, language),
  ].join('; ')
