import type { FieldType, InBoth, Rule, When, Who } from '#contract/requests/kinds.ts'
import { BEFORE_HOURS } from '#contract/requests/rules/rule-text.ts'
import { formatAmount, readAmount } from '#shared/kinds/amounts.ts'
import type { Language } from '#shared/texts/language.ts'

/** A field of the kind that is edited. Conditions name its key: a new one has no name before it is saved. */
export type RuleField = {
  readonly key: string
  readonly name: string | null
  readonly label: InBoth
  readonly type: FieldType
  readonly required: boolean
  readonly options: readonly (InBoth & { readonly key: string })[]
}

export type WhoDecides = 'any' | 'groups' | 'participants'

/** What an admin types before a rule is saved. */
export type RuleDraft = {
  readonly key: string
  readonly amountFrom: string
  readonly amountTo: string
  /** Empty: any. */
  readonly currency: string
  /** The key of the field; empty: none. */
  readonly field: string
  /** Of a choice the key of its option. */
  readonly is: string
  /** Empty: whoever asks. */
  readonly requesterGroup: string
  readonly who: WhoDecides
  readonly groups: readonly string[]
  readonly participants: readonly string[]
  readonly count: number
  readonly before: '' | NonNullable<Rule['before']>
  readonly beforeHours: string
  readonly life: string
  readonly lifeUnit: 'hours' | 'days'
  readonly declines: NonNullable<Rule['declines']>
  /** Hours after which further people are asked; empty: nobody further. */
  readonly escalateAfter: string
  /** Their groups. */
  readonly escalateTo: readonly string[]
  /** Who they are otherwise, as a program wrote it; groups that are chosen take its place. */
  readonly escalateKept: Who | null
  /** Whether requests wait while too few can decide. */
  readonly park: boolean
}

const HOURS = { hours: 1, days: 24 }
const newKey = (): string => crypto.randomUUID()

export const newRule = (): RuleDraft => ({
  key: newKey(),
  amountFrom: '',
  amountTo: '',
  currency: '',
  field: '',
  is: '',
  requesterGroup: '',
  who: 'any',
  groups: [],
  participants: [],
  count: 1,
  before: '',
  beforeHours: String(BEFORE_HOURS),
  life: '7',
  lifeUnit: 'days',
  declines: 'first',
  escalateAfter: '',
  escalateTo: [],
  escalateKept: null,
  park: false,
})

/** Amounts of any currency are read with the decimals of most. */
const currencyOf = ({ currency }: Pick<RuleDraft, 'currency'>): string => currency || 'EUR'

const typedAmount = (value: string | undefined, currency: string | undefined, language: Language): string =>
  value === undefined
    ? ''
    : formatAmount({ value, currency: currency ?? 'EUR' }, language).replace(/\s.*$/, '')

const fieldOf = ({ field }: When, fields: readonly RuleField[]): Pick<RuleDraft, 'field' | 'is'> => {
  if (!field) return { field: '', is: '' }
  const known = fields.find(({ name }) => name === field.name)
  const option = known?.options.find(({ en }) => en === field.is)
  return { field: known?.key ?? field.name, is: option?.key ?? field.is }
}

const whoOf = (who: Who): Pick<RuleDraft, 'who' | 'groups' | 'participants'> => {
  if (who === 'any') return { who, groups: [], participants: [] }
  if ('groups' in who) return { who: 'groups', groups: who.groups, participants: [] }
  return { who: 'participants', groups: [], participants: who.participants }
}

const laterOf = (escalate: Rule['escalate']) => {
  const named = escalate && whoOf(escalate.who)
  return {
    escalateAfter: escalate ? String(escalate.after) : '',
    escalateTo: named?.groups ?? [],
    escalateKept: escalate && named?.who !== 'groups' ? escalate.who : null,
  }
}

export const draftOfRule = (
  { when, who, count, before, beforeHours = BEFORE_HOURS, hours, declines = 'first', escalate, park }: Rule,
  fields: readonly RuleField[],
  language: Language,
): RuleDraft => {
  const lifeUnit = hours % 24 === 0 ? 'days' : 'hours'
  return {
    key: newKey(),
    amountFrom: typedAmount(when.amountFrom, when.currency, language),
    amountTo: typedAmount(when.amountTo, when.currency, language),
    currency: when.currency ?? '',
    ...fieldOf(when, fields),
    requesterGroup: when.requesterGroup ?? '',
    ...whoOf(who),
    count,
    before: before ?? '',
    beforeHours: String(beforeHours),
    life: String(hours / HOURS[lifeUnit]),
    lifeUnit,
    declines,
    ...laterOf(escalate),
    park: park === true,
  }
}

export type RuleAmount = 'amountFrom' | 'amountTo'

/** How a bound is read; undefined if none is typed. */
export const boundOf = (rule: RuleDraft, bound: RuleAmount, language: Language) =>
  rule[bound].trim() === '' ? undefined : readAmount(rule[bound], currencyOf(rule), language)

/** A whole number as it was typed; NaN for anything else. */
export const numberIn = (text: string): number =>
  /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN

/** How long a request lives, in hours. */
export const hoursOf = ({ life, lifeUnit }: Pick<RuleDraft, 'life' | 'lifeUnit'>): number =>
  numberIn(life) * HOURS[lifeUnit]

const isOf = ({ field: key, is }: RuleDraft, fields: readonly RuleField[]): string =>
  fields
    .find((field) => field.key === key)
    ?.options.find((option) => option.key === is)
    ?.en.trim() ?? is.trim()

type Naming = {
  readonly fields: readonly RuleField[]
  /** What conditions call a field. */
  readonly nameOf: (key: string) => string
  readonly language: Language
}

const whenOf = (rule: RuleDraft, { fields, nameOf, language }: Naming): When => {
  const bounds = (['amountFrom', 'amountTo'] as const).flatMap((bound) => {
    const read = boundOf(rule, bound, language)
    return read && 'value' in read ? [[bound, read.value]] : []
  })
  return {
    ...(Object.fromEntries(bounds) as Pick<When, RuleAmount>),
    ...(rule.currency && { currency: rule.currency }),
    ...(rule.field && { field: { name: nameOf(rule.field), is: isOf(rule, fields) } }),
    ...(rule.requesterGroup && { requesterGroup: rule.requesterGroup }),
  }
}

const namedIn = ({ who, groups, participants }: RuleDraft): Who => {
  if (who === 'any') return 'any'
  return who === 'groups' ? { groups: [...groups] } : { participants: [...participants] }
}

/** Whether further people are asked: where all are asked from the start, nobody is left. */
export const isEscalating = ({ who, escalateAfter }: RuleDraft): boolean =>
  who !== 'any' && escalateAfter.trim() !== ''

const laterIn = ({ escalateAfter, escalateTo, escalateKept }: RuleDraft): NonNullable<Rule['escalate']> => ({
  after: numberIn(escalateAfter),
  who: escalateTo.length === 0 && escalateKept ? escalateKept : { groups: [...escalateTo] },
})

/** The rule of a draft. What is wrong in it is left out. */
export const ruleOfDraft = (rule: RuleDraft, naming: Naming): Rule => {
  const beforeHours = numberIn(rule.beforeHours)
  return {
    when: whenOf(rule, naming),
    who: namedIn(rule),
    count: rule.count,
    before: rule.before || null,
    ...(rule.before && beforeHours !== BEFORE_HOURS && { beforeHours }),
    hours: hoursOf(rule),
    ...(rule.count > 1 && rule.declines === 'as-many' && { declines: rule.declines }),
    ...(isEscalating(rule) && { escalate: laterIn(rule) }),
    ...(rule.park && rule.before === '' && { park: true }),
  }
}
