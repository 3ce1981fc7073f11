import { ChangeTitle } from '#shared/changes/ChangeTitle.tsx'
import { changeWords } from '#shared/changes/change-words.ts'
import type { WaitingChange } from '#shared/changes/waiting-changes.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'

/** The changes that wait for the user as an admin, as cards of the inbox. */
export const ChangesWaiting = ({ waiting }: { readonly waiting: readonly WaitingChange[] }) => {
  const words = changeWords.use()
  return (
    <section aria-label={words.inbox}>
      <h2>{words.inbox}</h2>
      <ul className="waiting">
        {waiting.map(({ change, workspaceName }) => (
          <li key={change.id} className="card">
            <Link to={`/changes/${change.id}`}>
              <span className="person">
                <Initials {...change.requestedBy} size="l" />
                <span>
                  <span>
                    <PersonText of={change.requestedBy} erased={words.erased} />
                  </span>
                  <span className="hint">{words.asks}</span>
                </span>
              </span>
              <strong>
                <ChangeTitle change={change} />
              </strong>
              <span className="hint one-line">
                <UserText>{workspaceName ?? words.nameless}</UserText>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
