import { useNavigate } from 'react-router-dom'
import type { Change } from '#contract/workspaces/change.ts'
import { deleteWorkspace, type Workspace } from '#contract/workspaces/workspaces.ts'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { DangerSection } from '#shared/parts/DangerSection.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { TypedConfirmDialog } from '#shared/dialogs/TypedConfirmDialog.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { settingsTexts } from './texts.ts'

type Props = {
  readonly workspace: Workspace
  /** The deletion that waits for a second admin. */
  readonly pending: Change | undefined
}

export const DeleteSection = ({ workspace, pending }: Props) => (
  <DangerSection text={settingsTexts.use().deletion} note={pending && <WaitsNotice change={pending} />}>
    {(close) => <DeleteDialog workspace={workspace} onClose={close} />}
  </DangerSection>
)

const DeleteDialog = ({
  workspace,
  onClose,
}: Pick<Props, 'workspace'> & { readonly onClose: () => void }) => {
  const { deletion: text } = settingsTexts.use()
  const navigate = useNavigate()
  const name = workspace.name ?? ''
  const done = <span lang="de">{text.done}</span>
  const command = useCommand(deleteWorkspace, {
    onSuccess: async (reply) => {
      if (sayWaits(reply)) return onClose()
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
