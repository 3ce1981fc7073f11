import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { deleteWorkspace } from '#contract/workspaces/workspaces.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { TypedConfirmDialog } from '#shared/dialogs/TypedConfirmDialog.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { deletionTexts } from './deletion-texts.ts'
import { nameOf } from './names.ts'
import { superAdminTexts } from './texts.ts'

type Props = { readonly workspace: ListedWorkspace; readonly onClose: () => void }

/** Says what is lost and has the reader type the name of the workspace, or its id if it has no name. */
export const DeleteWorkspaceDialog = ({ workspace, onClose }: Props) => {
  const all = superAdminTexts.use()
  const text = deletionTexts.use()
  const { id, name } = workspace
  const command = useCommand(deleteWorkspace, {
    onSuccess: () => {
      showToast({ message: text.done(id), severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, `${text.failed}: `),
  })
  return (
    <TypedConfirmDialog
      title={<UserText words={text.question}>{nameOf(workspace, all)}</UserText>}
      lost={Object.values(text.lost)}
      final={text.final}
      label={name === null ? text.id : text.name}
      isConfirmed={(typed) => typed.normalize().trim() === (name ?? id)}
      reason={<UserText words={text.notTyped}>{name ?? id}</UserText>}
      submit={text.submit}
      isPending={command.isPending}
      refusal={command.error && <ErrorNotice error={command.error} lead={`${text.failed}: `} />}
      onSubmit={() => command.mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}
