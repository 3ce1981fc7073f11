import { addEternalActivity, type ListedWorkspace } from '#contract/periods.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showError, showToast } from '../../shared/toast.tsx'
import { Typed } from '../../shared/Typed.tsx'
import { useCommand } from '../../shared/use-command.ts'
import { nameOf } from './names.ts'
import { superAdminTexts } from './texts.ts'

type Props = { readonly workspace: ListedWorkspace; readonly onClose: () => void }

export const EternalDialog = ({ workspace, onClose }: Props) => {
  const all = superAdminTexts.use()
  const text = all.eternal
  const command = useCommand(addEternalActivity, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
    onError: (error) => showError(error, `${text.failed} `),
  })
  return (
    <ConfirmDialog
      title={<Typed words={text.title}>{nameOf(workspace, all)}</Typed>}
      submit={text.submit}
      isPending={command.isPending}
      error={command.error}
      errorLead={`${text.failed} `}
      onSubmit={() => command.mutate({ params: { id: workspace.id }, body: {} })}
      onClose={onClose}
    >
      <p>{text.text}</p>
    </ConfirmDialog>
  )
}
