import { useState } from 'react'
import Button from '@mui/material/Button'
import { MAX_RULES } from '#contract/requests/kinds.ts'
import { compareDecimals } from '#contract/requests/rules/decimal.ts'
import { formatAmount } from '#shared/kinds/amounts.ts'
import { PlusIcon } from '#shared/parts/icons.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { gapIn, type Gap } from './gap.ts'
import { moved } from './moved.ts'
import { newRule, ruleOfDraft, type RuleDraft, type RuleField } from './rule-draft.ts'
import { RuleEditor } from './RuleEditor.tsx'
import type { RuleFaults } from './rule-faults.ts'
import { rulesTexts } from './rules-texts.ts'
import type { Named } from './use-company.ts'
import { lifeWords, useRuleWords } from './use-rule-words.ts'
import './rules.css'

type Props = {
  readonly rules: readonly RuleDraft[]
  readonly fields: readonly RuleField[]
  readonly named: Named
  readonly faults: RuleFaults
  /** Moves the focus to a control by its name. */
  readonly onFocus: (name: string) => void
  readonly onRules: (rules: readonly RuleDraft[]) => void
}

/** The rules of a kind in their order. The first one that fits a request holds. */
export const RulesPart = ({ rules, fields, named, faults, onFocus, onRules }: Props) => {
  const text = rulesTexts.use()
  const { form } = text
  const language = useLanguage()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const sentenceOf = useRuleWords(
    named,
    fields.map((field) => ({ ...field, called: field.key })),
  )
  const ruleOf = (draft: RuleDraft) => ruleOfDraft(draft, { fields, nameOf: (key) => key, language })
  const isFaulty = ({ key }: RuleDraft) => Object.keys(faults).some((place) => place.startsWith(`${key}.`))
  const isFull = rules.length >= MAX_RULES
  const turn = (key: string, isOpen: boolean) => {
    const others = [...open].filter((one) => one !== key)
    setOpen(new Set(isOpen ? [...others, key] : others))
  }
  const add = () => {
    const rule = newRule()
    onRules([...rules, rule])
    turn(rule.key, true)
    const isAboutAmounts = fields.some(({ type }) => type === 'amount')
    onFocus(`${rule.key}.${isAboutAmounts ? 'amountFrom' : 'requesterGroup'}`)
  }
  const move = ({ key }: RuleDraft, place: number, by: -1 | 1) => {
    const next = moved(rules, key, by)
    onRules(next)
    onFocus(`${key}.${by < 0 ? 'up' : 'down'}`)
    const now = next.findIndex((one) => one.key === key) + 1
    setSaid(form.movedTo(text.rule(place), now, next.length))
  }
  const remove = (place: number) => {
    const next = rules.toSpliced(place, 1)
    onRules(next)
    const near = next[place] ?? next.at(-1)
    onFocus(near ? `${near.key}.open` : 'add-rule')
  }
  const gap = gapIn(
    rules.map(ruleOf),
    fields.map(({ key, options, ...field }) => ({ ...field, name: key, options: [...options] })),
  )
  return (
    <section className="stack" aria-label={text.title}>
      <div className="rules-title">
        <h4>{text.title}</h4>
        <p className="muted">{rules.length === 0 ? text.none : text.text}</p>
      </div>
      <ol className="rules">
        {rules.map((rule, place) => {
          const shown = ruleOf(rule)
          const life = Number.isInteger(shown.hours) ? text.lives(lifeWords(shown.hours, text)) : null
          return (
            <RuleEditor
              key={rule.key}
              rule={rule}
              fields={fields}
              named={named}
              faults={faults}
              place={place + 1}
              sentence={[sentenceOf(shown), life].filter(Boolean).join('; ')}
              isOpen={open.has(rule.key) || isFaulty(rule)}
              onOpen={(isOpen) => turn(rule.key, isOpen)}
              onRule={(changes) => onRules(rules.with(place, { ...rule, ...changes }))}
              onMove={(by) => move(rule, place + 1, by)}
              onRemove={() => remove(place)}
            />
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div role="status">{gap && <GapNotice gap={gap} />}</div>
      <div className="form-foot">
        <Button
          variant="outlined"
          name="add-rule"
          aria-disabled={isFull}
          startIcon={<PlusIcon />}
          onClick={() => isFull || add()}
        >
          {form.add}
        </Button>
        {isFull && <span>{form.full}</span>}
      </div>
    </section>
  )
}

const GapNotice = ({ gap: { amount } }: { readonly gap: Gap }) => {
  const text = rulesTexts.use()
  const language = useLanguage()
  const words = () => {
    if (amount === null) return text.gap
    if (compareDecimals(amount.value, '0') === 0) return text.gapIn(amount.currency)
    return text.gapOf(formatAmount(amount, language))
  }
  return (
    <div className="notice warning">
      <p>{words()}</p>
    </div>
  )
}
