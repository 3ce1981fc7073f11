import TextField from '@mui/material/TextField'
import type { InBoth } from '#contract/requests/kinds.ts'
import { MOST_LABEL, type DraftFaults } from './kind-draft.ts'
import { kindsSectionTexts } from './kinds-section-texts.ts'

type Props = {
  /** By language. */
  readonly labels: InBoth
  /** Where its faults stand, without the language. The inputs are named like that too. */
  readonly place: string
  readonly value: InBoth
  readonly faults: DraftFaults
  readonly onValue: (value: InBoth) => void
}

/** A text in both languages. */
export const InBothFields = ({ labels, place, value, faults, onValue }: Props) => {
  const text = kindsSectionTexts.use()
  return (
    <div className="in-both">
      {(['de', 'en'] as const).map((language) => {
        const name = `${place}.${language}`
        const fault = faults[name]
        return (
          <TextField
            key={language}
            fullWidth
            label={labels[language]}
            name={name}
            value={value[language]}
            error={Boolean(fault)}
            helperText={fault && text.faults[fault]}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { dir: 'auto', lang: language, maxLength: MOST_LABEL, autoComplete: 'off' },
            }}
            onChange={({ target }) => onValue({ ...value, [language]: target.value })}
          />
        )
      })}
    </div>
  )
}
