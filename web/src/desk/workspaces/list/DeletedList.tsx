import type { DeletedWorkspace } from '#contract/workspaces/history-export.ts'
import { ExportMenu } from '#shared/export/ExportMenu.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { workspacesTexts } from './texts.ts'

/** Deleted workspaces, whose audit logs can still be exported for a while. */
export const DeletedList = ({ workspaces }: { readonly workspaces: readonly DeletedWorkspace[] }) => {
  const text = workspacesTexts.use()
  const language = useLanguage()
  return (
    <section className="deleted-workspaces" aria-labelledby="deleted-workspaces">
      <h2 id="deleted-workspaces">{text.deleted}</h2>
      <p className="meta">{text.deletedText}</p>
      <ul>
        {workspaces.map(({ id, name, timezone, deletedAt, keptUntil }) => (
          <li key={id} className="card">
            <div>
              <h3>
                <UserText>{name ?? text.nameless}</UserText>
              </h3>
              <p className="meta numbers">
                {text.deletedAt(formatMinute(deletedAt, language, timezone))}{' '}
                {text.keptUntil(formatMinute(keptUntil, language, timezone))}
              </p>
            </div>
            <ExportMenu workspaceId={id} timeZone={timezone} label={text.exportOf(name ?? text.nameless)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
