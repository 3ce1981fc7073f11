import type { Request } from '#contract/requests/requests.ts'
import { withdrawMany } from '#contract/requests/several.ts'
import type { Reply } from '#contract/endpoint.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { askedTexts } from '../asked-texts.ts'
import { Titles } from '../Titles.tsx'

export type Withdrawn = {
  readonly requests: readonly Request[]
  readonly results: Reply<typeof withdrawMany>['results']
}

type Props = {
  readonly requests: readonly Request[]
  readonly onDone: (withdrawn: Withdrawn) => void
  readonly onClose: () => void
}

/** Asks before requests are withdrawn. */
export const WithdrawDialog = ({ requests, onDone, onClose }: Props) => {
  const text = askedTexts.use()
  const withdraw = useCommand(withdrawMany, { onSuccess: ({ results }) => onDone({ requests, results }) })
  const count = requests.length
  return (
    <ConfirmDialog
      title={text.question(count)}
      submit={withdraw.isPending ? text.withdrawing : text.confirm(count)}
      isDangerous
      isPending={withdraw.isPending}
      error={withdraw.error}
      onSubmit={() => withdraw.mutate({ body: { requestIds: requests.map(({ id }) => id) } })}
      onClose={onClose}
    >
      <Titles of={requests} />
      <p>{text.consequence}</p>
    </ConfirmDialog>
  )
}

/** Says how many were withdrawn, and names those that had ended before. */
export const WithdrawalNotice = ({ requests, results }: Withdrawn) => {
  const text = askedTexts.use()
  const left = results.filter(({ outcome }) => outcome === 'left-out').map(({ requestId }) => requestId)
  const count = results.length - left.length
  return (
    <div className={left.length > 0 ? 'notice info' : 'notice success'} role="status">
      {count > 0 && <p>{text.withdrawn(count)}</p>}
      {left.length > 0 && (
        <>
          <p>{text.leftOut}</p>
          <Titles of={requests.filter(({ id }) => left.includes(id))} />
        </>
      )}
    </div>
  )
}
