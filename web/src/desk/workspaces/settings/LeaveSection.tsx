import { useNavigate } from 'react-router-dom'
import { leaveWorkspace, type Workspace } from '#contract/workspaces/workspaces.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { DangerSection } from '#shared/parts/DangerSection.tsx'
import { paths } from '#shared/paths.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { settingsTexts } from './texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'

type Props = { readonly workspace: Workspace }

export const LeaveSection = ({ workspace }: Props) => (
  <DangerSection text={settingsTexts.use().leave}>
    {(close) => <LeaveDialog workspace={workspace} onClose={close} />}
  </DangerSection>
)

const LeaveDialog = ({ workspace, onClose }: Props & { readonly onClose: () => void }) => {
  const { leave: text } = settingsTexts.use()
  const navigate = useNavigate()
  const name = workspace.name ?? ''
  const command = useCommand(leaveWorkspace, {
    onSuccess: async () => {
      await navigate(paths.workspaces)
      showToast({ message: text.done, severity: 'success' })
    },
    onError: () => showToast({ message: text.failed, severity: 'error', autoHideDuration: 3000 }),
  })
  return (
    <ConfirmDialog
      title={<UserText words={text.question}>{name}</UserText>}
      submit={text.open}
      isDangerous
      isPending={command.isPending}
      error={command.error}
      errorLead={`${text.failed} `}
      onSubmit={() => command.mutate({ params: { id: workspace.id } })}
      onClose={onClose}
    >
      <p>{text.warning}</p>
    </ConfirmDialog>
  )
}
