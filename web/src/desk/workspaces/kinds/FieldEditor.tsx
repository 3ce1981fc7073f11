import { useId } from 'react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import type { FieldType } from '#contract/requests/kinds.ts'
import { PlusIcon, TrashIcon } from '#shared/parts/icons.tsx'
import { isolated } from '#shared/parts/PersonText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { MoveButtons } from '../rules/MoveButtons.tsx'
import { InBothFields } from './InBothFields.tsx'
import { isFullOfOptions, newOption, withType, type DraftFaults, type FieldDraft } from './kind-draft.ts'
import { kindsSectionTexts, OFFERED_TYPES } from './kinds-section-texts.ts'

type Props = {
  readonly field: FieldDraft
  /** From 1. */
  readonly place: number
  readonly faults: DraftFaults
  readonly onChange: (field: FieldDraft) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One field of a kind: its label, its type, and what it must and may do. */
export const FieldEditor = ({ field, place, faults, onChange, onMove, onRemove }: Props) => {
  const { form } = kindsSectionTexts.use()
  const language = useLanguage()
  const { key, label } = field
  const called = label[language].trim() === '' ? form.field(place) : isolated(label[language].trim())
  return (
    <li>
      <div className="kind-field" role="group" aria-label={called}>
        <div className="kind-field-head">
          <strong>{form.field(place)}</strong>
          <MoveButtons name={key} called={called} words={form} onMove={onMove} onRemove={onRemove} />
        </div>
        <InBothFields
          labels={form.label}
          place={`${key}.label`}
          value={label}
          faults={faults}
          onValue={(next) => onChange({ ...field, label: next })}
        />
        <TypeField field={field} faults={faults} onChange={onChange} />
        <Ticks field={field} faults={faults} onChange={onChange} />
        {field.type === 'choice' && <Options field={field} faults={faults} onChange={onChange} />}
      </div>
    </li>
  )
}

type PartProps = Pick<Props, 'field' | 'faults' | 'onChange'>

const TypeField = ({ field, faults, onChange }: PartProps) => {
  const { form, types, faults: words } = kindsSectionTexts.use()
  const place = `${field.key}.type`
  const fault = faults[place]
  const isSaved = field.name !== null
  return (
    <TextField
      select
      fullWidth
      label={form.type}
      name={place}
      disabled={isSaved}
      value={field.type}
      error={Boolean(fault)}
      helperText={fault ? words[fault] : isSaved && form.typeStays}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
      onChange={({ target }) => onChange(withType(field, target.value as FieldType))}
    >
      {OFFERED_TYPES.map((type) => (
        <option key={type} value={type}>
          {types[type]}
        </option>
      ))}
    </TextField>
  )
}

const Ticks = ({ field, faults, onChange }: PartProps) => {
  const { form, faults: words } = kindsSectionTexts.use()
  const id = useId()
  const place = `${field.key}.listed`
  const fault = faults[place]
  return (
    <div className="kind-ticks">
      <div className="checkbox">
        <input
          id={`${id}-required`}
          type="checkbox"
          checked={field.required}
          onChange={({ target }) => onChange({ ...field, required: target.checked })}
        />
        <label htmlFor={`${id}-required`}>{form.isRequired}</label>
      </div>
      <div className="checkbox">
        <input
          id={`${id}-listed`}
          name={place}
          type="checkbox"
          checked={field.listed}
          aria-invalid={Boolean(fault)}
          aria-describedby={fault && `${id}-fault`}
          onChange={({ target }) => onChange({ ...field, listed: target.checked })}
        />
        <label htmlFor={`${id}-listed`}>{form.isListed}</label>
      </div>
      {fault && (
        <p className="field-error" id={`${id}-fault`}>
          {words[fault]}
        </p>
      )}
    </div>
  )
}

const Options = ({ field, faults, onChange }: PartProps) => {
  const { form, faults: words } = kindsSectionTexts.use()
  const language = useLanguage()
  const { key, options } = field
  const fault = faults[`${key}.options`]
  const isFull = isFullOfOptions(field)
  return (
    <fieldset className="kind-options">
      <legend>{form.options}</legend>
      {options.map((option, place) => (
        <div key={option.key} className="kind-option" role="group" aria-label={form.optionOf(place + 1)}>
          <InBothFields
            labels={form.option}
            place={`${key}.options.${option.key}`}
            value={option}
            faults={faults}
            onValue={(next) =>
              onChange({ ...field, options: options.with(place, { ...next, key: option.key }) })
            }
          />
          <IconButton
            aria-label={form.remove(option[language].trim() || form.optionOf(place + 1))}
            onClick={() => onChange({ ...field, options: options.toSpliced(place, 1) })}
          >
            <TrashIcon />
          </IconButton>
        </div>
      ))}
      {fault && <p className="field-error">{words[fault]}</p>}
      <div className="form-foot">
        <Button
          variant="outlined"
          name={`${key}.options`}
          aria-disabled={isFull}
          startIcon={<PlusIcon />}
          onClick={() => isFull || onChange({ ...field, options: [...options, newOption()] })}
        >
          {form.addOption}
        </Button>
        {isFull && <span>{form.fullOfOptions}</span>}
      </div>
    </fieldset>
  )
}
