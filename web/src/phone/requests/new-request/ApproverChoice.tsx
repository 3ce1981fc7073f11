import { useState } from 'react'
import { isAway } from '#contract/is-away.ts'
import type { Absence } from '#contract/person.ts'
import { alikeTexts } from '#shared/parts/alike-texts.ts'
import { personWords } from '#shared/parts/PersonText.tsx'
import { Field } from '../../frame/Field.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import type { Approver } from './approver-query.ts'
import { newRequestTexts } from './new-request-texts.ts'

/** The deputies of somebody who is away, for a sentence; null without one. */
const insteadOf = ({ deputies }: Absence, erased: string): string | null =>
  deputies.map((one) => personWords(one, erased)).join(', ') || null

export type ApproverProps = {
  readonly label: string
  /** Hint for the choice “any approver”. Null: an approver must be chosen. */
  readonly anyHint: string | null
  readonly fault?: string | undefined
  /** Null: any approver, or none chosen yet. */
  readonly value: Approver | null
  readonly onValue: (approver: Approver | null) => void
}

/** What to know about the choice. A call check says itself what stands in its way. */
export const useApproverHint = (
  value: ApproverProps['value'],
  anyHint: ApproverProps['anyHint'],
): string | null => {
  const text = newRequestTexts.use()
  const dayAndTime = useDayAndTime()
  const [now] = useState(() => new Date())
  if (value === null || anyHint === null) return value === null ? anyHint : null
  if (value.absence && isAway(value.absence, now))
    return text.awayHint(dayAndTime(value.absence.until), insteadOf(value.absence, text.erased))
  if (value.mutedUntil) return text.pausedHint(dayAndTime(value.mutedUntil))
  return value.hasDevice ? null : text.noDeviceHint
}

/** Returns a function that says what stands in the way of an approver. */
export const useApproverMarks = (anyHint: ApproverProps['anyHint']): ((approver: Approver) => string[]) => {
  const text = newRequestTexts.use()
  const [now] = useState(() => new Date())
  return ({ hasDevice, mutedUntil, absence }) => [
    ...(isAway(absence, now) && anyHint !== null ? [text.away] : []),
    ...(hasDevice ? [] : [text.noDevice]),
    ...(mutedUntil && anyHint !== null ? [text.paused] : []),
  ]
}

/** A select for a few approvers. */
export const ApproverChoice = ({
  label,
  anyHint,
  fault,
  people,
  value,
  onValue,
}: ApproverProps & { readonly people: readonly Approver[] }) => {
  const text = newRequestTexts.use()
  const alike = alikeTexts.use()
  const marksOf = useApproverMarks(anyHint)
  // A chosen person who is no longer an approver stays selected; the server then rejects the request.
  const isKnown = people.some(({ participantId }) => participantId === value?.participantId)
  const options = value && !isKnown ? [...people, value] : people
  return (
    <Field label={label} hint={useApproverHint(value, anyHint) ?? undefined} fault={fault}>
      {(inner) => (
        <select
          className="input"
          {...inner}
          name="approver"
          value={value?.participantId ?? ''}
          onChange={({ target }) =>
            onValue(options.find(({ participantId }) => participantId === target.value) ?? null)
          }
        >
          <option value="" disabled={anyHint === null}>
            {anyHint === null ? text.choose : text.anyApprover}
          </option>
          {options.map((person) => (
            <option key={person.participantId} value={person.participantId}>
              {personWords(person, text.erased)}
              {[...(person.alike ? [alike.tag] : []), ...marksOf(person)].map((mark) => ` (${mark})`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
