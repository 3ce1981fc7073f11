import { Field } from '../../frame/Field.tsx'
import type { Approver } from './approver-query.ts'
import { newRequestTexts } from './new-request-texts.ts'

export type ApproverProps = {
  readonly label: string
  /** What it means to choose nobody: any approver; where somebody has to be chosen there is none. */
  readonly anyHint: string | null
  readonly fault?: string | undefined
  /** null: any approver, or nobody yet */
  readonly value: Approver | null
  readonly onValue: (approver: Approver | null) => void
}

/** For a handful of people, all of whom are given. */
export const ApproverChoice = ({
  label,
  anyHint,
  fault,
  people,
  value,
  onValue,
}: ApproverProps & { readonly people: readonly Approver[] }) => {
  const text = newRequestTexts.use()
  // Who was chosen and is no approver any more stays the choice, which the server then refuses.
  const isKnown = people.some(({ participantId }) => participantId === value?.participantId)
  const offered = value && !isKnown ? [...people, value] : people
  return (
    <Field
      label={label}
      hint={(value ? (value.hasDevice ? null : text.noDeviceHint) : anyHint) ?? undefined}
      fault={fault}
    >
      {(inner) => (
        <select
          className="input"
          {...inner}
          name="approver"
          value={value?.participantId ?? ''}
          onChange={({ target }) =>
            onValue(offered.find(({ participantId }) => participantId === target.value) ?? null)
          }
        >
          <option value="" disabled={anyHint === null}>
            {anyHint === null ? text.choose : text.anyApprover}
          </option>
          {offered.map(({ participantId, email, hasDevice }) => (
            <option key={participantId} value={participantId}>
              {email ?? text.erased}
              {!hasDevice && ` (${text.noDevice})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
