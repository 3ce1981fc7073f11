import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/accounts/sessions.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatAgo, formatDay } from '#shared/texts/format-time.ts'
import { logOut } from '#shared/sign-in/log-out.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { accountTexts } from '../account-texts.ts'

export const SessionsSection = () => {
  const { sessions: text } = accountTexts.use()
  const query = useQuery(endpointQuery(listSessions))
  const sayAndRead = (message: string) => () => {
    showToast({ message, severity: 'success' })
    return query.refetch()
  }
  const end = useCommand(endSession, { onSuccess: sayAndRead(text.ended) })
  const endOthers = useCommand(endOtherSessions, { onSuccess: sayAndRead(text.othersEnded) })
  const isBusy = end.isPending || endOthers.isPending
  const others = query.data?.filter(({ current }) => !current) ?? []
  return (
    <section className="card panel account-sessions">
      <h2>{text.title}</h2>
      <QueryStates query={query} label={text.loading} />
      {(end.error ?? endOthers.error) && <ErrorNotice error={end.error ?? endOthers.error} />}
      {query.data && (
        <ul>
          {query.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              now={query.dataUpdatedAt}
              hasPaired={query.data.some(({ pairedBy }) => pairedBy === session.id)}
              onEnd={(pairedToo) =>
                isBusy || end.mutate({ params: { id: session.id }, query: { pairedToo } })
              }
            />
          ))}
        </ul>
      )}
      {query.data && others.length === 0 && <p className="muted">{text.alone}</p>}
      {others.length > 0 && (
        <div className="action-line">
          <div>
            <p id="end-others">{text.othersText}</p>
          </div>
          <Button
            variant="outlined"
            color="error"
            aria-describedby="end-others"
            aria-disabled={isBusy}
            onClick={() => isBusy || endOthers.mutate({})}
          >
            {text.others}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A session records its use with each renewal of its token, every ten minutes. */
const MINUTES_BETWEEN = 10

type RowProps = {
  readonly session: Session
  readonly now: number
  /** It signed in a phone that is still logged in. */
  readonly hasPaired: boolean
  readonly onEnd: (pairedToo: boolean) => void
}

const SessionRow = ({ session, now, hasPaired, onEnd }: RowProps) => {
  const { sessions: text } = accountTexts.use()
  const common = useText()
  const language = useLanguage()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const device = session.device ?? text.unknown
  const minutes = Math.floor((now - Date.parse(session.lastUsedAt)) / 60_000)
  const used = minutes <= MINUTES_BETWEEN ? text.justUsed : text.lastUsed(formatAgo(minutes, language))
  return (
    <li>
      <div>
        <p>
          <strong>{device}</strong>
          {session.current && <Tag tone="selected">{text.current}</Tag>}
          {session.kind === 'mobile' && <Tag>{text.phone}</Tag>}
          {session.pairedBy !== null && <Tag>{text.paired}</Tag>}
        </p>
        <p className="meta">
          {text.since(formatDay(session.createdAt, language, timeZone))}, {used}
        </p>
      </div>
      {session.current ? (
        <Button variant="outlined" onClick={() => void logOut()}>
          {common.logout}
        </Button>
      ) : (
        <>
          {hasPaired && (
            <Button variant="outlined" color="error" onClick={() => onEnd(true)}>
              {text.endBoth}
            </Button>
          )}
          <Button variant="outlined" aria-label={text.endNamed(device)} onClick={() => onEnd(false)}>
            {text.end}
          </Button>
        </>
      )}
    </li>
  )
}
