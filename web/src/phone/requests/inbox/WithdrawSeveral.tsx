import { useEffect, useRef, useState } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { MOST_AT_ONCE, withdrawMany } from '#contract/requests/several.ts'
import type { Reply } from '#contract/endpoint.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { listTexts } from './list-texts.ts'

type Withdrawn = {
  readonly requests: readonly Request[]
  readonly results: Reply<typeof withdrawMany>['results']
}

/** Lets the requester take back several of their open approvals, of those that the list shows. */
export const WithdrawSeveral = ({ requests }: { readonly requests: readonly Request[] }) => {
  const text = listTexts.use().several
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<Withdrawn | null>(null)
  const open = requests.filter(({ type, status }) => type === 'approval' && status === 'pending')
  return (
    <>
      {done && <Outcome {...done} />}
      {isOpen && (
        <Choice
          open={open}
          onDone={(withdrawn) => {
            setDone(withdrawn)
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

/** How many were withdrawn, and which had ended before. */
const Outcome = ({ requests, results }: Withdrawn) => {
  const { several } = listTexts.use()
  const { erasedText } = requestTexts.use()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const left = results.filter(({ outcome }) => outcome === 'left-out').map(({ requestId }) => requestId)
  const count = results.length - left.length
  return (
    <div ref={notice} className="notice info" role="status" tabIndex={-1}>
      {count > 0 && <p>{several.withdrawn(count)}</p>}
      {left.length > 0 && (
        <>
          <p>{several.ended}</p>
          <ul>
            {requests
              .filter(({ id }) => left.includes(id))
              .map(({ id, title }) => (
                <li key={id}>
                  <UserText>{title ?? erasedText}</UserText>
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  )
}

type ChoiceProps = {
  readonly open: readonly Request[]
  /** Null: nothing was withdrawn. */
  readonly onDone: (withdrawn: Withdrawn | null) => void
}

/** Ticks for each, then one question. */
const Choice = ({ open, onDone }: ChoiceProps) => {
  const { several, byRule } = listTexts.use()
  const { cancel } = commonTexts.use()
  const { anyApprover, erased, erasedText, withdrawing } = requestTexts.use()
  const isOnline = useOnline()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [isSure, setSure] = useState(false)
  const chosen = open.filter(({ id }) => picked.includes(id))
  const withdraw = useCommand(withdrawMany, {
    onSuccess: ({ results }) => onDone({ requests: chosen, results }),
  })
  const isTooMany = chosen.length > MOST_AT_ONCE
  const isBlocked = withdraw.isPending || !isOnline || chosen.length === 0 || isTooMany
  const pick = (id: string) => {
    setSure(false)
    setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id])
  }
  const press = () => {
    if (isBlocked) return
    if (isSure) withdraw.mutate({ body: { requestIds: chosen.map(({ id }) => id) } })
    else setSure(true)
  }
  return (
    <section className="form" aria-label={several.start}>
      <p>{several.question}</p>
      {open.map(({ id, title, approver, needs }, i) => (
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
                {approver ? <PersonText of={approver} erased={erased} /> : needs ? byRule : anyApprover}
              </span>
            </span>
          </label>
        </div>
      ))}
      <div className="stack" role="alert">
        {isTooMany && <p className="notice info">{several.most(MOST_AT_ONCE)}</p>}
        {isSure && <p className="notice info">{several.sure(chosen.length)}</p>}
      </div>
      <ErrorNotice error={withdraw.error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          onClick={() => withdraw.isPending || (isSure ? setSure(false) : onDone(null))}
        >
          {isSure ? several.keep : cancel}
        </button>
        <button type="button" className="button button-danger" aria-disabled={isBlocked} onClick={press}>
          {withdraw.isPending ? withdrawing : isSure ? several.confirm : several.withdraw(chosen.length)}
        </button>
      </div>
    </section>
  )
}
