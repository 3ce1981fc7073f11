import type { Colleague } from '#contract/requests/asking.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { AlertIcon } from '#shared/parts/icons.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useDelayed } from '#shared/reads/use-delayed.ts'
import { callName } from '../../frame/call-name.ts'
import { useColleagues } from './asking-reads.ts'
import { askingTexts } from './asking-texts.ts'
import './colleagues.css'

/** The colleagues of late, each a link to a check with them. Its place has one height, whatever it shows. */
export const ColleagueShortcuts = () => {
  const text = askingTexts.use()
  const query = useColleagues()
  const colleagues = shownOf(query)
  const isSlow = useDelayed(colleagues === undefined)
  if (colleagues === undefined) {
    if (query.isError) return <p className="hint">{text.failed}</p>
    return isSlow && <Placeholders />
  }
  if (colleagues.length === 0) return <p className="hint">{text.noneYet}</p>
  const hasMany = new Set(colleagues.map(({ workspaceId }) => workspaceId)).size > 1
  return (
    <ul className="colleagues" aria-label={text.withWhom}>
      {colleagues.map((colleague) => (
        <Shortcut
          key={colleague.participantId}
          colleague={colleague}
          workspaceName={hasMany ? colleague.workspaceName : null}
        />
      ))}
    </ul>
  )
}

const Placeholders = () => (
  <div className="colleagues" aria-hidden="true">
    {[1, 2, 3].map((each) => (
      <span key={each} className="colleague">
        <span className="initials initials-l skeleton" />
      </span>
    ))}
  </div>
)

type Props = { readonly colleague: Colleague; readonly workspaceName: string | null }

const Shortcut = ({ colleague, workspaceName }: Props) => {
  const text = askingTexts.use()
  const { workspaceId, participantId, hasDevice, mutedUntil, locked } = colleague
  const isBlocked = !hasDevice || mutedUntil !== null || locked
  return (
    <li>
      <Link className="colleague" to={`/new/check/${workspaceId}/${participantId}`}>
        <span className="visually-hidden">{text.checkWith(personWords(colleague, text.erased))}</span>
        <span className="colleague-mark">
          <Initials {...colleague} size="l" />
          {isBlocked && <AlertIcon />}
        </span>
        <span className="colleague-name" aria-hidden="true">
          {callName(colleague, text.erased)}
        </span>
        {workspaceName !== null && (
          <span className="hint one-line">
            <UserText>{workspaceName}</UserText>
          </span>
        )}
        {isBlocked && <span className="visually-hidden">{text.notNow}</span>}
      </Link>
    </li>
  )
}
