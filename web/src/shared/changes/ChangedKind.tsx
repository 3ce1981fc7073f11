import { useId, type ReactNode } from 'react'
import type { Field, InBoth, Rule } from '#contract/requests/kinds.ts'
import { ruleText, type RuleNames } from '#contract/requests/rules/rule-text.ts'
import type { Change } from '#contract/workspaces/change.ts'
import { fieldTypeWords } from '../texts/field-type-words.ts'
import { personWords } from '../parts/PersonText.tsx'
import { Tag } from '../parts/Tag.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { changeWords } from './change-words.ts'
import { changedKindTexts } from './changed-kind-texts.ts'
import { kindDiff, type FieldChange, type KindShape, type RuleChange } from './kind-diff.ts'
import './changes.css'

export const isKind = (value: unknown): value is KindShape =>
  typeof value === 'object' && value !== null && 'fields' in value && 'rules' in value

/** In both languages: both are signed. */
const bothWords = ({ de, en }: InBoth): string => (de === en ? de : `${de} / ${en}`)

type Props = {
  readonly change: Pick<Change, 'people' | 'groups'>
  readonly before: KindShape | null
  readonly after: KindShape
}

/** A kind of request in full: what is added, removed, changed, and what stays. Its signature covers all of it. */
export const ChangedKind = ({ change, before, after }: Props) => {
  const text = changedKindTexts.use()
  const { fields, areFieldsMoved, rules, areRulesMoved } = kindDiff(before, after)
  const [nameWas, name] = [before && bothWords(before.name), bothWords(after.name)]
  /** Absent: both. */
  const remindersOf = ({ reminders = { quarter: true, dayBefore: true } }: KindShape): string =>
    (['quarter', 'dayBefore'] as const)
      .filter((one) => reminders[one])
      .map((one) => text.remindersOf[one])
      .join(', ') || text.remindersOf.none
  const names = useNames(change, [...(before?.fields ?? []), ...after.fields])
  return (
    <div className="changed-kind">
      <Part title={text.name}>
        <li>
          {nameWas !== null && nameWas !== name && <Was>{nameWas}</Was>}
          <UserText>{name}</UserText>
        </li>
      </Part>
      <Part title={text.reminders}>
        <li>
          {before !== null && remindersOf(before) !== remindersOf(after) && <Was>{remindersOf(before)}</Was>}
          {remindersOf(after)}
        </li>
      </Part>
      <Part title={text.fields} none={text.noFields} moved={areFieldsMoved ? text.moved : undefined}>
        {fields.map((one) => (
          <FieldItem key={`${one.mark} ${one.field.name}`} change={one} />
        ))}
      </Part>
      <Part title={text.rules} none={text.noRules} moved={areRulesMoved ? text.moved : undefined}>
        {rules.map((one, at) => (
          <RuleItem key={at} change={one} names={names} />
        ))}
      </Part>
    </div>
  )
}

const useNames = ({ people = [], groups = [] }: Props['change'], fields: readonly Field[]): RuleNames => {
  const { erased, nameless } = changeWords.use()
  return {
    groups: Object.fromEntries(groups.map(({ id, name }) => [id, name ?? nameless])),
    people: Object.fromEntries(people.map((one) => [one.participantId, personWords(one, erased)])),
    fields: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
  }
}

type PartProps = {
  readonly title: string
  readonly none?: string
  readonly moved?: string | undefined
  readonly children: ReactNode
}

const Part = ({ title, none, moved, children }: PartProps) => {
  const isEmpty = Array.isArray(children) && children.length === 0
  const id = useId()
  return (
    <div>
      <p id={id} className="changed-part">
        {title}
      </p>
      {isEmpty ? <p className="muted">{none}</p> : <ul aria-labelledby={id}>{children}</ul>}
      {moved && <p>{moved}</p>}
    </div>
  )
}

const Was = ({ children }: { readonly children: string }) => {
  const { was } = changedKindTexts.use()
  return (
    <>
      <span className="visually-hidden">{was} </span>
      <del dir="auto">{children}</del> <span aria-hidden="true">→</span>{' '}
    </>
  )
}

const TONES = { new: 'good', changed: 'info', same: 'neutral', removed: 'danger' } as const

const Marked = ({ mark }: { readonly mark: keyof typeof TONES }) => {
  const { marks } = changedKindTexts.use()
  return <Tag tone={TONES[mark]}>{marks[mark]}</Tag>
}

const FieldItem = ({ change: { mark, field, was } }: { readonly change: FieldChange }) => {
  const text = changedKindTexts.use()
  const types = fieldTypeWords[useLanguage()]
  const wordsOf = ({ label, type, required, listed, options }: Field): string =>
    [
      `${bothWords(label)}: ${types[type]}`,
      required ? text.required : text.optional,
      ...(listed ? [text.listed] : []),
      ...(options ? [text.options(options.map(bothWords).join(', '))] : []),
    ].join('; ')
  return (
    <li>
      <Marked mark={mark} /> {mark === 'changed' && was && <Was>{wordsOf(was)}</Was>}
      {mark === 'removed' ? <del dir="auto">{wordsOf(field)}</del> : <UserText>{wordsOf(field)}</UserText>}
    </li>
  )
}

type RuleProps = { readonly change: RuleChange; readonly names: RuleNames }

const RuleItem = ({ change: { mark, rule }, names }: RuleProps) => {
  const text = changedKindTexts.use()
  const language = useLanguage()
  const wordsOf = (one: Rule) => `${ruleText(one, names, language)}; ${text.hours(one.hours)}`
  return (
    <li>
      <Marked mark={mark} />{' '}
      {mark === 'removed' ? <del dir="auto">{wordsOf(rule)}</del> : <UserText>{wordsOf(rule)}</UserText>}
    </li>
  )
}
