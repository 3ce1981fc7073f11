import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { PersonLine } from '#shared/lists/PersonLine.tsx'
import { UserText } from '#shared/parts/UserText.tsx'

/** The target of an entry: a person, or a title typed by a user. */
export const Target = ({ target: { kind, label, name } }: { readonly target: HistoryEntry['target'] }) =>
  kind === 'participant' ? (
    <PersonLine of={{ name, email: label }} erased="–" />
  ) : (
    <UserText>{label ?? '–'}</UserText>
  )
