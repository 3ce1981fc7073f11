import type { UseFormRegisterReturn } from 'react-hook-form'
import { useText } from '#shared/texts/common.ts'
import { Choice, ChoiceGroup } from './Choice.tsx'
import { inviteTexts } from './texts.ts'

type Props = {
  readonly role: UseFormRegisterReturn
  readonly approver: UseFormRegisterReturn
  readonly requester: UseFormRegisterReturn
  readonly roleError?: string | undefined
  readonly rightsError?: string | undefined
}

/** The role and the rights of an invitation. */
export const GrantFields = ({ role, approver, requester, roleError, rightsError }: Props) => {
  const text = inviteTexts.use()
  const common = useText()
  return (
    <>
      <ChoiceGroup legend={text.role} error={roleError}>
        {(['regular user', 'admin'] as const).map((name) => (
          <Choice
            key={name}
            type="radio"
            value={name}
            label={common.roles[name]}
            hint={text.roleHints[name]}
            field={role}
          />
        ))}
      </ChoiceGroup>
      <ChoiceGroup legend={text.rights} error={rightsError}>
        <Choice type="checkbox" label={common.approver} hint={text.approverHint} field={approver} />
        <Choice type="checkbox" label={common.requester} hint={text.requesterHint} field={requester} />
      </ChoiceGroup>
    </>
  )
}
