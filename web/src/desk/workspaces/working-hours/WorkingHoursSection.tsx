import { useState, type SyntheticEvent } from 'react'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { HOLIDAY_REGIONS, isGermanState } from '#contract/workspaces/approving/holiday-regions.ts'
import { USUAL_HOURS, type WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import { updateSettings, type Workspace } from '#contract/workspaces/workspaces.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { STATE_NAMES } from './state-names.ts'
import { workingHoursTexts } from './texts.ts'
import './working-hours.css'

type Props = { readonly workspace: Workspace }
type Edit = { readonly values: WorkingHours; readonly onChange: (changed: Partial<WorkingHours>) => void }

/** A field for times shows the end of a day as its beginning. */
const MIDNIGHT = '24:00'
const shownTime = (time: string) => (time === MIDNIGHT ? '00:00' : time)

/** When reminders are sent, and which public holidays are kept. */
export const WorkingHoursSection = ({ workspace }: Props) => {
  const text = workingHoursTexts.use()
  const common = useText()
  const { id, timezone, workingHours = USUAL_HOURS } = workspace
  const [changes, setChanges] = useState<Partial<WorkingHours>>({})
  const values: WorkingHours = { ...workingHours, ...changes }
  const command = useCommand(updateSettings, {
    onSuccess: () => {
      setChanges({})
      showToast({ message: text.saved, severity: 'success' })
    },
  })
  const isChanged = JSON.stringify(values) !== JSON.stringify(workingHours)
  const fault = values.days.length === 0 ? text.noDays : values.until <= values.from ? text.order : null
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isChanged || fault !== null || command.isPending) return
    command.mutate({ params: { id }, body: { workingHours: values } })
  }
  const edit: Edit = { values, onChange: (changed) => setChanges({ ...changes, ...changed }) }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>{text.text(timezone.replaceAll('_', ' '))}</p>
      <Days {...edit} />
      <Times {...edit} />
      <Holidays {...edit} />
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {command.error && <ErrorNotice error={command.error} />}
      <div className="form-foot">
        <Button
          type="submit"
          variant="outlined"
          aria-disabled={!isChanged || fault !== null || command.isPending}
          aria-describedby="hours-reason"
        >
          {common.save}
        </Button>
        <span id="hours-reason" role="status">
          {isChanged ? '' : text.nothing}
        </span>
      </div>
    </form>
  )
}

/** From Monday on. */
const WEEK = [1, 2, 3, 4, 5, 6, 7]

const Days = ({ values: { days }, onChange }: Edit) => {
  const text = workingHoursTexts.use()
  const names = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' })
  const toggled = (day: number) =>
    days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b)
  return (
    <fieldset className="hours-days">
      <legend>{text.days}</legend>
      {WEEK.map((day) => (
        <label key={day} className="checkbox">
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={() => onChange({ days: toggled(day) })}
          />
          {/* The first of January 2024 was a Monday. */}
          {names.format(new Date(Date.UTC(2024, 0, day)))}
        </label>
      ))}
    </fieldset>
  )
}

const Times = ({ values: { from, until }, onChange }: Edit) => {
  const text = workingHoursTexts.use()
  const shrink = { inputLabel: { shrink: true } }
  return (
    <div className="hours-times">
      <TextField
        type="time"
        label={text.from}
        value={from}
        slotProps={shrink}
        onChange={({ target }) => onChange({ from: target.value || USUAL_HOURS.from })}
      />
      <TextField
        type="time"
        label={text.until}
        value={shownTime(until)}
        slotProps={shrink}
        onChange={({ target: { value } }) =>
          onChange({ until: value === '00:00' ? MIDNIGHT : value || USUAL_HOURS.until })
        }
      />
    </div>
  )
}

const Holidays = ({ values: { holidays }, onChange }: Edit) => {
  const text = workingHoursTexts.use()
  const language = useLanguage()
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const named = HOLIDAY_REGIONS.filter((code) => !isGermanState(code))
    .map((code) => ({ code, name: countries.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
  return (
    <TextField
      select
      fullWidth
      label={text.holidays}
      value={holidays ?? ''}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange({ holidays: (target.value || null) as WorkingHours['holidays'] })}
    >
      <option value="">{text.none}</option>
      <optgroup label={text.states}>
        {HOLIDAY_REGIONS.filter(isGermanState).map((code) => (
          <option key={code} value={code}>
            {STATE_NAMES[language][code]}
          </option>
        ))}
      </optgroup>
      <optgroup label={text.countries}>
        {named.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </optgroup>
    </TextField>
  )
}
