import { ACTION_TEXTS } from '#contract/log-texts/action-texts.ts'
import { LOG_TEXTS } from '#contract/log-texts/log-texts.ts'
import type { AuditAction, HistoryEntry } from '#contract/workspaces/audit.ts'
import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import type { Reader } from './entry-words.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import { readableTime } from './history-times.ts'

/** What an export for people says about the whole log. */

export type About = Reader & {
  readonly checkpoint: Checkpoint
  readonly filters: Readonly<Record<string, string>>
  /** null once erased. */
  readonly name: string | null
}

const filterWords = ([filter, value]: readonly [string, string], { language, timezone }: Reader): string => {
  const { filters, folded } = EXPORT_TEXTS[language]
  const name = (filters as Readonly<Record<string, string>>)[filter] ?? filter
  if (filter === 'from' || filter === 'to') return `${name}: ${readableTime(language, timezone, value)}`
  if (filter === 'action') return `${name}: ${ACTION_TEXTS[language][value as AuditAction] ?? value}`
  if (filter === 'status')
    return `${name}: ${LOG_TEXTS[language].outcomes[value as HistoryEntry['outcome']] ?? value}`
  return `${name}: ${filter === 'mails' ? folded : value}`
}

export const aboutIn = ({ checkpoint, filters, language, name, timezone }: About) => {
  const { about, all } = EXPORT_TEXTS[language]
  const { content, signature } = checkpoint
  const said = Object.entries(filters).map((filter) => filterWords(filter, { language, timezone }))
  return [
    [about.workspace, `${name ?? '–'} (${content.workspaceId})`],
    [about.at, `${readableTime(language, timezone, content.at)} (${timezone})`],
    [about.filters, said.join(', ') || all],
    [about.head, String(content.sequence)],
    [about.hash, content.hash],
    [about.signed, content.keyId],
    [about.signature, signature],
  ] as const
}
