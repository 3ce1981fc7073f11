import type { Body } from '#contract/endpoint.ts'
import {
  MAX_FIELDS,
  MAX_LISTED,
  MAX_OPTIONS,
  type Field,
  type FieldType,
  type InBoth,
  type Kind,
} from '#contract/requests/kinds.ts'
import { type writeKind } from '#contract/requests/writing-kinds.ts'
import type { ErrorDetails } from '#contract/errors.ts'
import type { Language } from '#shared/texts/language.ts'
import { draftOfRule, newRule, ruleOfDraft, type RuleDraft } from '../rules/rule-draft.ts'

/** What an admin types before a kind is saved. */

export type OptionDraft = InBoth & { readonly key: string }
export type FieldDraft = Pick<Field, 'label' | 'type' | 'required' | 'listed'> & {
  readonly key: string
  /** Of a field that is saved; null for a new one. */
  readonly name: string | null
  readonly options: readonly OptionDraft[]
}
export type KindDraft = {
  /** Null for a new kind. */
  readonly id: string | null
  /** The version that the draft began with; 0 for a new kind. */
  readonly version: number
  /** The name and the fields of a built-in kind stay. */
  readonly isBuiltIn: boolean
  readonly name: InBoth
  readonly fields: readonly FieldDraft[]
  readonly rules: readonly RuleDraft[]
  /** Absent until an admin chooses: what is stored stays. */
  readonly reminders?: Kind['reminders']
}

export const MOST_LABEL = 60
const NOTHING: InBoth = { de: '', en: '' }
const newKey = (): string => crypto.randomUUID()

export const newOption = (): OptionDraft => ({ key: newKey(), ...NOTHING })
export const newField = (): FieldDraft => ({
  key: newKey(),
  name: null,
  label: NOTHING,
  type: 'line',
  required: true,
  listed: false,
  options: [],
})
export const emptyKind = (): KindDraft => ({
  id: null,
  version: 0,
  isBuiltIn: false,
  name: NOTHING,
  fields: [newField()],
  rules: [],
})

export const draftOfKind = (kind: Kind, language: Language): KindDraft => {
  const { id, version, builtIn, name } = kind
  const fields = kind.fields.map(({ options = [], ...field }) => ({
    ...field,
    key: newKey(),
    options: options.map((option) => ({ key: newKey(), ...option })),
  }))
  const rules = kind.rules.map((rule) => draftOfRule(rule, fields, language))
  return { id, version, isBuiltIn: builtIn !== null, name, fields, rules }
}

/** A draft of a program that knew no rules gets those that are stored, and one whose rules knew less gets the rest. */
export const withRules = (
  { rules, ...draft }: Omit<KindDraft, 'rules' | 'isBuiltIn'> & Partial<KindDraft>,
  stored: Kind | undefined,
  language: Language,
): KindDraft => ({
  isBuiltIn: false,
  ...draft,
  rules:
    rules?.map((rule) => ({ ...newRule(), ...rule })) ??
    (stored?.rules ?? []).map((rule) => draftOfRule(rule, draft.fields, language)),
})

/** Of another type, a field has other options or none. */
export const withType = (field: FieldDraft, type: FieldType): FieldDraft => ({
  ...field,
  type,
  options: type === 'choice' && field.options.length === 0 ? [newOption(), newOption()] : field.options,
})

const trimmed = ({ de, en }: InBoth): InBoth => ({ de: de.trim(), en: en.trim() })
const MOST_NAME = 24

const slugOf = (label: string): string => {
  const plain = label.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MOST_NAME)
    .replace(/-+$/, '')
  return slug || 'field'
}

/** Four signs that no field of an earlier version has: those keep their types for ever, and no reply tells them. */
const mark = (): string => newKey().slice(0, 4)

/** The keys of the fields as rules and programs see them. A saved field keeps its own. */
const namesOf = ({ id, fields }: KindDraft): readonly string[] => {
  const taken = new Set(fields.flatMap(({ name }) => name ?? []))
  return fields.map(({ name, label }) => {
    if (name !== null) return name
    const slug = slugOf(label.en)
    const own = id === null && !taken.has(slug) ? slug : `${slug}-${mark()}`
    taken.add(own)
    return own
  })
}

/** What is sent. */
export const bodyOfKind = (draft: KindDraft, language: Language): Body<typeof writeKind> => {
  const names = namesOf(draft)
  const { fields } = draft
  const nameOf = (key: string) => names[fields.findIndex((field) => field.key === key)] ?? key
  return {
    ...(draft.id !== null && { id: draft.id }),
    name: trimmed(draft.name),
    fields: fields.map(({ label, type, required, listed, options }, place) => ({
      name: names[place]!,
      label: trimmed(label),
      type,
      required,
      listed,
      ...(type === 'choice' && { options: options.map(trimmed) }),
    })),
    rules: draft.rules.map((rule) => ruleOfDraft(rule, { fields, nameOf, language })),
    ...(draft.reminders && { reminders: draft.reminders }),
  }
}

export type DraftFault =
  | 'missing'
  | 'long'
  | 'characters'
  | 'twice'
  | 'listed'
  | 'options'
  | 'typed'
  | 'refused'
/** By place: `name.de`, `KEY.label.en`, `KEY.type`, `KEY.listed`, `KEY.options`, `KEY.options.KEY.de`. */
export type DraftFaults = Readonly<Record<string, DraftFault>>

const textFault = (text: string, others: readonly string[]): DraftFault | undefined => {
  const folded = text.trim().normalize('NFKC').toLowerCase()
  if (folded === '') return 'missing'
  if ([...text.trim()].length > MOST_LABEL) return 'long'
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'characters'
  return others.some((other) => other.trim().normalize('NFKC').toLowerCase() === folded) ? 'twice' : undefined
}

type Placed = readonly [place: string, fault: DraftFault | undefined]

const bothFaults = (place: string, both: InBoth, before: readonly InBoth[] = []): readonly Placed[] =>
  (['de', 'en'] as const).map((language) => [
    `${place}.${language}`,
    textFault(
      both[language],
      before.map((other) => other[language]),
    ),
  ])

const fieldFaults = (field: FieldDraft, before: readonly FieldDraft[]): readonly Placed[] => {
  const { key, type, label, options } = field
  const labels = bothFaults(
    `${key}.label`,
    label,
    before.map((other) => other.label),
  )
  const isBeyond = field.listed && before.filter(({ listed }) => listed).length >= MAX_LISTED
  const listed: Placed = [`${key}.listed`, isBeyond ? 'listed' : undefined]
  if (type !== 'choice') return [...labels, listed]
  return [
    ...labels,
    [`${key}.options`, options.length === 0 ? 'options' : undefined],
    ...options.flatMap((option, place) =>
      bothFaults(`${key}.options.${option.key}`, option, options.slice(0, place)),
    ),
    listed,
  ]
}

/** What is wrong with a draft, from top to bottom. */
export const faultsOfDraft = ({ name, fields, isBuiltIn }: KindDraft): DraftFaults => {
  if (isBuiltIn) return {}
  return Object.fromEntries(
    [
      ...bothFaults('name', name),
      ...fields.flatMap((field, place) => fieldFaults(field, fields.slice(0, place))),
    ].filter(([, fault]) => fault !== undefined),
  ) as DraftFaults
}

/** Where the server has refused a draft: `fields.2.label` is about the label of the third field. */
export const refusedPlaces = ({ fields }: KindDraft, details: ErrorDetails): DraftFaults =>
  Object.fromEntries(
    details.flatMap(({ field = '' }): [string, DraftFault][] => {
      const [first, place = '', part = 'label'] = field.split(/[./]/)
      if (first === 'name') return [['name.de', 'refused']]
      const key = first === 'fields' ? fields[Number.parseInt(place, 10)]?.key : undefined
      if (!key) return []
      if (part === 'type') return [[`${key}.type`, 'typed']]
      return [[part === 'options' ? `${key}.options` : `${key}.label.de`, 'refused']]
    }),
  )

export const isFullOfFields = ({ fields }: KindDraft): boolean => fields.length >= MAX_FIELDS
export const isFullOfOptions = ({ options }: FieldDraft): boolean => options.length >= MAX_OPTIONS
