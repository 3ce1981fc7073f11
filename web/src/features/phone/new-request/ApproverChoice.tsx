import type { Reply } from '#contract/endpoint.ts'
import type { requestApprovers } from '#contract/requests.ts'
import { Field } from '../frame/Field.tsx'
import { newRequestTexts } from './new-request-texts.ts'

type Props = {
  readonly people: Reply<typeof requestApprovers>
  /** A participant id; empty: any approver. */
  readonly value: string
  readonly onValue: (participantId: string) => void
}

export const ApproverChoice = ({ people, value, onValue }: Props) => {
  const text = newRequestTexts.use()
  return (
    <Field label={text.approver} hint={value === '' ? text.anyApproverHint : undefined}>
      {(inner) => (
        <select {...inner} name="approver" value={value} onChange={(event) => onValue(event.target.value)}>
          <option value="">{text.anyApprover}</option>
          {people.map(({ participantId, email }) => (
            <option key={participantId} value={participantId}>
              {email ?? text.erased}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
