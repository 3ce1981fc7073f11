import type { FilledField } from '#contract/requests/fields/filled.ts'
import type { Request } from '#contract/requests/requests.ts'
import { unreachable } from '#platform/commands/decider.ts'
import { phrase, unlinked, type Phrase } from '#modules/mails/letter.ts'
import { person } from '#modules/mails/people.ts'
import { dateFormat } from '#contract/date-formats.ts'

type Language = 'de' | 'en'

const WORDS = {
  de: { kind: 'Art', erased: 'gelöschter Benutzer', point: ',', group: '.', locale: 'de-DE' },
  en: { kind: 'Kind', erased: 'deleted user', point: '.', group: ',', locale: 'en-GB' },
} as const

/** Decimal text stays text: a number would round it. */
const amountIn = (language: Language, value: string, currency: string): string => {
  const { group, point } = WORDS[language]
  const [whole = '', decimals] = value.split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  return `${grouped}${decimals === undefined ? '' : point + decimals} ${currency}`
}

const dayIn = (language: Language, day: string): string =>
  dateFormat(WORDS[language].locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** As people read it; null for what is not there any more. */
const valueIn = (
  language: Language,
  { type, value, option, person: who }: FilledField,
  { files = [] }: Pick<Request, 'files'>,
): Phrase | null => {
  if (typeof value !== 'string') return [amountIn(language, value.value, value.currency)]
  if (option) return phrase`${option[language]}`
  switch (type) {
    case 'iban':
      return [value.replaceAll(/.{4}(?=.)/g, '$& ')]
    case 'date':
      return [dayIn(language, value)]
    case 'person':
      return who ? person(who, WORDS[language].erased) : null
    case 'file': {
      const name = files.find(({ id }) => id === value)?.name
      return name ? phrase`${name}` : null
    }
    case 'line':
    case 'text':
    case 'choice':
    case 'amount':
      return phrase`${value}`
    default:
      return unreachable(type)
  }
}

type Fact = readonly [label: string, value: Phrase]

/** What lists show of a request: each label with its value. */
const listedIn = (language: Language, request: Request): readonly Fact[] =>
  (request.fields ?? []).flatMap((field) => {
    const value = field.listed ? valueIn(language, field, request) : null
    return value === null ? [] : [[unlinked(field.label[language]), value] as const]
  })

/** The kind of a request and its listed fields; nothing without a kind. */
export const kindFacts = (language: Language, request: Request): readonly Fact[] =>
  request.kind
    ? [[WORDS[language].kind, phrase`${request.kind.name[language]}`], ...listedIn(language, request)]
    : []

/** The same in one line; empty without a kind. */
export const kindLine = (language: Language, request: Request): Phrase =>
  kindFacts(language, request).flatMap(([, value], place) => (place === 0 ? value : [' · ', ...value]))
