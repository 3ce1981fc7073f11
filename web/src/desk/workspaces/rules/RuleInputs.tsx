import type { ReactNode } from 'react'
import TextField from '@mui/material/TextField'
import type { RuleDraft, RuleField } from './rule-draft.ts'
import type { RuleFaults } from './rule-faults.ts'
import { rulesTexts } from './rules-texts.ts'
import type { Named } from './use-company.ts'

/** What the parts of a rule's form need. */
export type PartProps = {
  readonly rule: RuleDraft
  readonly fields: readonly RuleField[]
  readonly named: Named
  readonly faults: RuleFaults
  readonly onRule: (changes: Partial<RuleDraft>) => void
}

type InputProps = Pick<PartProps, 'rule' | 'faults'> & {
  readonly part: keyof RuleDraft
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

const useFault = ({ rule, faults, part }: Pick<InputProps, 'rule' | 'faults' | 'part'>) => {
  const text = rulesTexts.use()
  const fault = faults[`${rule.key}.${part}`]
  return fault && text.faults[fault]
}

type TypedProps = InputProps & {
  readonly type?: 'text' | 'date'
  readonly inputMode?: 'decimal' | 'numeric'
}

/** An input of a rule, named by its place. */
export const TypedPart = ({ type = 'text', inputMode, ...props }: TypedProps) => {
  const { rule, part, label, value, onValue } = props
  const fault = useFault(props)
  return (
    <TextField
      fullWidth
      label={label}
      name={`${rule.key}.${part}`}
      type={type}
      value={value}
      error={Boolean(fault)}
      helperText={fault}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { dir: inputMode ? 'ltr' : 'auto', inputMode, maxLength: 200, autoComplete: 'off' },
      }}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}

type ChosenProps = InputProps & { readonly children: ReactNode }

/** A choice of a rule, named by its place. */
export const ChosenPart = ({ children, ...props }: ChosenProps) => {
  const { rule, part, label, value, onValue } = props
  const fault = useFault(props)
  return (
    <TextField
      select
      fullWidth
      label={label}
      name={`${rule.key}.${part}`}
      value={value}
      error={Boolean(fault)}
      helperText={fault}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
      onChange={({ target }) => onValue(target.value)}
    >
      {children}
    </TextField>
  )
}
