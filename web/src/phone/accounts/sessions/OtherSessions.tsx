import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, listSessions } from '#contract/accounts/sessions.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { accountTexts } from '../account-texts.ts'

/** The user's other sessions, with a button that ends all of them. */
export const OtherSessions = () => {
  const { sessions: text } = accountTexts.use()
  const dayAndTime = useDayAndTime()
  const query = useQuery(endpointQuery(listSessions))
  const end = useCommand(endOtherSessions, { onSuccess: () => query.refetch() })
  return (
    <section>
      <h2>{text.title}</h2>
      <QueryView query={query}>
        {(sessions) => {
          const others = sessions.filter(({ current }) => !current)
          if (others.length === 0) return <p className="empty">{text.none}</p>
          return (
            <>
              <ul className="card rows">
                {others.map(({ id, device, lastUsedAt }) => (
                  <li key={id} className="row">
                    <strong>{device ?? text.unknown}</strong>
                    <span className="hint">{text.lastUsed(dayAndTime(lastUsedAt))}</span>
                  </li>
                ))}
              </ul>
              <p className="hint" id="end-others">
                {text.hint}
              </p>
              <button
                type="button"
                className="button button-danger"
                aria-describedby="end-others"
                aria-disabled={end.isPending}
                onClick={() => end.isPending || end.mutate({})}
              >
                {end.isPending ? text.ending : text.end}
              </button>
            </>
          )
        }}
      </QueryView>
      <ErrorNotice error={end.error} />
    </section>
  )
}
