import Button from '@mui/material/Button'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { settingsTexts } from './texts.ts'

type Props = { readonly workspaceId: string; readonly billingUser: string }

/** Says that the billing address has not agreed yet, and mails it the link again. */
export const UnconfirmedBilling = ({ workspaceId, billingUser }: Props) => {
  const text = settingsTexts.use().unconfirmed
  const command = useCommand(updateSettings, {
    onSuccess: () => showToast({ message: text.sent, severity: 'success' }),
    onError: (error) => showError(error),
  })
  const again = () =>
    command.isPending || command.mutate({ params: { id: workspaceId }, body: { billingUser } })
  return (
    <div className="notice" role="note">
      <p>{text.text}</p>
      <Button onClick={again} aria-disabled={command.isPending}>
        {text.again}
      </Button>
    </div>
  )
}
