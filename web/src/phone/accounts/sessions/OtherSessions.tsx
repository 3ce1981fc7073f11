import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/accounts/sessions.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { accountTexts } from '../account-texts.ts'

/** The user's other sessions and what signed them in. Each can be ended, alone or with the phones that it signed in, or all at once. */
export const OtherSessions = () => {
  const { sessions: text } = accountTexts.use()
  const [ended, setEnded] = useState('')
  const query = useQuery(endpointQuery(listSessions))
  const endOthers = useCommand(endOtherSessions, { onSuccess: () => query.refetch() })
  const end = useCommand(endSession, {
    onSuccess(_, { params }) {
      const found = query.data?.find(({ id }) => id === params.id)
      setEnded(text.endedOne(found?.device ?? text.unknown))
      return query.refetch()
    },
  })
  const isBusy = end.isPending || endOthers.isPending
  return (
    <section>
      <h2>{text.title}</h2>
      <div role="status">{ended && <p className="notice success">{ended}</p>}</div>
      <QueryView query={query}>
        {(sessions) => {
          const others = sessions.filter(({ current }) => !current)
          if (others.length === 0) return <p className="empty">{text.none}</p>
          return (
            <>
              <ul className="card rows">
                {others.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    sessions={sessions}
                    onEnd={(pairedToo) =>
                      isBusy || end.mutate({ params: { id: session.id }, query: { pairedToo } })
                    }
                  />
                ))}
              </ul>
              <p className="hint" id="end-others">
                {text.hint}
              </p>
              <button
                type="button"
                className="button button-danger"
                aria-describedby="end-others"
                aria-disabled={isBusy}
                onClick={() => isBusy || endOthers.mutate({})}
              >
                {endOthers.isPending ? text.ending : text.end}
              </button>
            </>
          )
        }}
      </QueryView>
      <ErrorNotice error={end.error ?? endOthers.error} />
    </section>
  )
}

type RowProps = {
  readonly session: Session
  readonly sessions: readonly Session[]
  readonly onEnd: (pairedToo: boolean) => void
}

const SessionRow = ({ session: { id, device, lastUsedAt, pairedBy }, sessions, onEnd }: RowProps) => {
  const { sessions: text } = accountTexts.use()
  const dayAndTime = useDayAndTime()
  const name = device ?? text.unknown
  const pairing = sessions.find((other) => other.id === pairedBy)
  return (
    <li className="row">
      <strong>{name}</strong>
      <span className="hint">{text.lastUsed(dayAndTime(lastUsedAt))}</span>
      {pairedBy !== null && (
        <span className="hint">
          {pairing
            ? text.pairedBy(pairing.current ? text.here : (pairing.device ?? text.unknown))
            : text.paired}
        </span>
      )}
      <div className="device-acts">
        <button
          type="button"
          className="button button-text"
          aria-label={text.endNamed(name)}
          onClick={() => onEnd(false)}
        >
          {text.endOne}
        </button>
        {sessions.some((other) => other.pairedBy === id) && (
          <button
            type="button"
            className="button button-text"
            aria-label={text.endBothNamed(name)}
            onClick={() => onEnd(true)}
          >
            {text.endBoth}
          </button>
        )}
      </div>
    </li>
  )
}
