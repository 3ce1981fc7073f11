import type { Change } from '#contract/workspaces/change.ts'
import { withdrawChange } from '#contract/workspaces/changes.ts'
import { changeWords } from '#shared/changes/change-words.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { AskFirst } from '../frame/AskFirst.tsx'

type Props = { readonly change: Change; readonly onEnded: (change: Change) => void }

/** Another admin must decide. The one who asked may withdraw the change after one question. */
export const WithdrawChange = ({ change: { id }, onEnded }: Props) => {
  const words = changeWords.use()
  const withdraw = useCommand(withdrawChange, { onSuccess: onEnded })
  return (
    <>
      <p className="notice info">{words.own}</p>
      <AskFirst
        label={words.withdraw}
        look="danger"
        name={words.withdraw}
        question={`${words.withdrawQuestion} ${words.withdrawText}`}
        no={words.keep}
        yes={words.withdrawConfirm}
        busy={words.withdrawing}
        isPending={withdraw.isPending}
        error={withdraw.error}
        onYes={() => withdraw.mutate({ params: { id } })}
      />
    </>
  )
}
