import { useState } from 'react'
import { withdrawRequest } from '#contract/requests/decisions.ts'
import type { Request } from '#contract/requests/requests.ts'
import { isApiError } from '#shared/api-error.ts'
import { call } from '#shared/api/api.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { listTexts } from './list-texts.ts'

/** Lets the requester take back several of their open approvals, of those that the list shows. */
export const WithdrawSeveral = ({ requests }: { readonly requests: readonly Request[] }) => {
  const text = listTexts.use().several
  const [isOpen, setOpen] = useState(false)
  const [ended, setEnded] = useState(0)
  const open = requests.filter(({ type, status }) => type === 'approval' && status === 'pending')
  return (
    <>
      {ended > 0 && (
        <p className="notice info" role="status">
          {text.ended(ended)}
        </p>
      )}
      {isOpen && (
        <Choice
          open={open}
          onDone={(count) => {
            setEnded(count)
            setOpen(false)
          }}
        />
      )}
      {!isOpen && open.length > 1 && (
        <button type="button" className="button button-outlined" onClick={() => setOpen(true)}>
          {text.start}
        </button>
      )}
    </>
  )
}

type ChoiceProps = {
  readonly open: readonly Request[]
  /** `ended`: how many were decided meanwhile. */
  readonly onDone: (ended: number) => void
}

const Choice = ({ open, onDone }: ChoiceProps) => {
  const { several } = listTexts.use()
  const { cancel } = commonTexts.use()
  const { anyApprover, erased, erasedText, withdrawing } = requestTexts.use()
  const isOnline = useOnline()
  const [picked, setPicked] = useState<readonly string[]>([])
  const chosen = open.filter(({ id }) => picked.includes(id))
  const withdraw = useCommandSteps(withdrawRequest, withdrawAll, { onSuccess: onDone })
  const isBlocked = withdraw.isPending || !isOnline || chosen.length === 0
  const pick = (id: string) =>
    setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id])
  return (
    <section className="form" aria-label={several.start}>
      <p>{several.question}</p>
      {open.map(({ id, title, approver }, i) => (
        <div key={id} className="choice ticked">
          <label>
            <input
              type="checkbox"
              autoFocus={i === 0}
              checked={picked.includes(id)}
              onChange={() => pick(id)}
            />
            <span>
              <UserText>{title ?? erasedText}</UserText>{' '}
              <span className="hint">
                {approver ? <PersonText of={approver} erased={erased} /> : anyApprover}
              </span>
            </span>
          </label>
        </div>
      ))}
      <ErrorNotice error={withdraw.error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          onClick={() => !withdraw.isPending && onDone(0)}
        >
          {cancel}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={isBlocked}
          onClick={() => !isBlocked && withdraw.mutate(chosen.map(({ id }) => id))}
        >
          {withdraw.isPending ? withdrawing : several.withdraw(chosen.length)}
        </button>
      </div>
    </section>
  )
}

/** Returns how many were decided meanwhile: they stay as they are. Any other refusal stops it. */
const withdrawAll = async (requestIds: readonly string[]): Promise<number> => {
  let ended = 0
  for (const id of requestIds) {
    try {
      await call(withdrawRequest, { params: { id } })
    } catch (error) {
      if (!isApiError(error, 'request.closed')) throw error
      ended++
    }
  }
  return ended
}
