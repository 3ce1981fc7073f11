import { useNavigate } from 'react-router-dom'
import { deleteWorkspace, type Workspace } from '#contract/workspaces/workspaces.ts'
import { DangerSection } from '#shared/parts/DangerSection.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { TypedConfirmDialog } from '#shared/dialogs/TypedConfirmDialog.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { settingsTexts } from './texts.ts'

type Props = { readonly workspace: Workspace }

export const DeleteSection = ({ workspace }: Props) => (
  <DangerSection text={settingsTexts.use().deletion}>
    {(close) => <DeleteDialog workspace={workspace} onClose={close} />}
  </DangerSection>
)

const DeleteDialog = ({ workspace, onClose }: Props & { readonly onClose: () => void }) => {
  const { deletion: text } = settingsTexts.use()
  const navigate = useNavigate()
  const name = workspace.name ?? ''
  const done = <span lang="de">{text.done}</span>
  const command = useCommand(deleteWorkspace, {
    onSuccess: async () => {
      await navigate(paths.workspaces)
      showToast({ message: done, severity: 'success' })
    },
  })
  return (
    <TypedConfirmDialog
      title={<UserText words={text.question}>{name}</UserText>}
      lost={Object.values(text.lost)}
      final={text.final}
      label={text.name}
      isConfirmed={(typed) => typed.normalize().trim() === name}
      reason={<UserText words={text.notTyped}>{name}</UserText>}
      submit={text.submit}
      isPending={command.isPending}
      refusal={command.error && <ErrorNotice error={command.error} lead={text.failed} />}
      onSubmit={() => command.mutate({ params: { id: workspace.id } })}
      onClose={onClose}
    />
  )
}
