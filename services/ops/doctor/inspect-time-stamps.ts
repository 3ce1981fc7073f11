import type { Finding } from './finding.ts'
import type { Platform } from '#platform/platform.ts'

type Counted = { readonly outcome: string; readonly logs: string }

const ADVICE: Readonly<Record<string, string>> = {
  unreached: 'unreached: check the address in TIMESTAMP_URL, and ask who runs the authority.',
  refused: 'refused: the authority grants no stamps. Ask who runs it what it asks for.',
  invalid:
    'invalid: what answers at TIMESTAMP_URL is no stamp of what was asked for, or not by the authority of TIMESTAMP_CERTIFICATE. The log of the worker names the fault.',
  unproved: 'unproved: rows of audit logs are missing or contradict each other. Run: doctor --all',
}

/** Says what the authority of TIMESTAMP_URL last did with the audit logs. */
export const inspectTimeStamps = async ({
  config,
  db,
}: Pick<Platform, 'config' | 'db'>): Promise<Finding> => {
  if (config.TIMESTAMP_URL === undefined) return { name: 'Time stamps', text: 'none' }
  const { rows } = await db.raw<{ rows: Counted[] }>(
    `SELECT coalesce(trouble, 'stamped') AS outcome, count(*) AS logs FROM stamped_logs GROUP BY 1 ORDER BY 1`,
  )
  const text = rows.map(({ outcome, logs }) => `${logs} ${outcome}`).join(', ')
  const advice = Object.keys(ADVICE).flatMap((key) =>
    rows.some(({ outcome }) => outcome === key) ? ADVICE[key]! : [],
  )
  return { name: 'Time stamps', text: text || 'no log was stamped yet', advice, isWrong: advice.length > 0 }
}
